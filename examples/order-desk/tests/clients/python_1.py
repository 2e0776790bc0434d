"""What a user of the Python client 1.x sees of every call.

Run it as `python_1.py CALLS stdio COMMAND...` or `python_1.py CALLS http URL`: one line of JSON for each call.
"""

import asyncio
import json
import sys
from contextlib import asynccontextmanager
from datetime import timedelta

from mcp import ClientSession, McpError, StdioServerParameters, stdio_client, types
from mcp.client.streamable_http import streamable_http_client


@asynccontextmanager
async def connected(kind, target):
    if kind == "stdio":
        streams = stdio_client(StdioServerParameters(command=target[0], args=target[1:]))
    else:
        streams = streamable_http_client(target[0])
    async with streams as (read, write, *_), ClientSession(read, write) as session:
        yield session


async def made(session, call, limit):
    if "tool" in call:
        return await session.call_tool(call["tool"], call["arguments"], read_timeout_seconds=limit)
    request = types.Request[dict, str](method=call["method"], params=call["params"])
    return await session.send_request(request, types.CallToolResult, request_read_timeout_seconds=limit)


async def seen(session, call, seconds):
    try:
        # The outer limit is for a client that does not keep its own.
        result = await asyncio.wait_for(made(session, call, timedelta(seconds=seconds)), seconds + 2)
        return {"result": result.model_dump(mode="json", by_alias=True, exclude_none=True)}
    except McpError as error:
        data = error.error
        return {"exception": {"class": "McpError", "code": data.code, "message": data.message, "data": data.data}}
    except Exception as error:
        return {"exception": {"class": type(error).__name__, "message": str(error)}}


async def main(calls, kind, *target):
    with open(calls, encoding="utf-8") as file:
        plan = json.load(file)
    async with connected(kind, target) as session:
        hello = await session.initialize()
        tools = (await session.list_tools()).tools
        say({"name": "connected", "protocol": hello.protocolVersion, "tools": [tool.name for tool in tools]})
        for call in plan["calls"]:
            say({"name": call["name"], **await seen(session, call, plan["seconds_per_call"])})


def say(line):
    print(json.dumps(line), flush=True)


asyncio.run(main(*sys.argv[1:]))
