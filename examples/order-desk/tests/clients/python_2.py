"""What a user of the Python client 2.x sees of every call.

Run it as `python_2.py CALLS stdio COMMAND...` or `python_2.py CALLS http URL`: one line of JSON for each call.
"""

import asyncio
import json
import sys

import mcp_types as types
from mcp import Client, MCPError, StdioServerParameters


async def made(client, call, seconds):
    if "tool" in call:
        return await client.call_tool(call["tool"], call["arguments"], read_timeout_seconds=seconds)
    request = types.Request[dict, str](method=call["method"], params=call["params"])
    return await client.session.send_request(request, types.CallToolResult, request_read_timeout_seconds=seconds)


async def seen(client, call, seconds):
    try:
        # The outer limit is for a client that does not keep its own.
        result = await asyncio.wait_for(made(client, call, seconds), seconds + 2)
        return {"result": result.model_dump(mode="json", by_alias=True, exclude_none=True)}
    except MCPError as error:
        return {"exception": {"class": "MCPError", "code": error.code, "message": error.message, "data": error.data}}
    except Exception as error:
        return {"exception": {"class": type(error).__name__, "message": str(error)}}


async def main(calls, kind, *target):
    with open(calls, encoding="utf-8") as file:
        plan = json.load(file)
    server = StdioServerParameters(command=target[0], args=target[1:]) if kind == "stdio" else target[0]
    async with Client(server) as client:
        tools = (await client.list_tools()).tools
        say({"name": "connected", "protocol": client.protocol_version, "tools": [tool.name for tool in tools]})
        for call in plan["calls"]:
            say({"name": call["name"], **await seen(client, call, plan["seconds_per_call"])})


def say(line):
    print(json.dumps(line), flush=True)


asyncio.run(main(*sys.argv[1:]))
