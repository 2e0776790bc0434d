"""FastMCP's OpenAPI bridge in front of an API: DOCUMENT BASE_URL SECONDS sessions|stateless.

It listens on a free port of this machine, and says on standard error which. The seconds are the limit of `track_order`.
"""

import asyncio
import socket
import sys

import httpx2
import uvicorn
import yaml
from fastmcp import FastMCP

document, base_url, seconds, sessions = sys.argv[1:]


class Client(httpx2.AsyncClient):
    async def send(self, request, **options):
        if request.url.path.endswith("/tracking"):
            request.extensions["timeout"] = {name: float(seconds) for name in ("connect", "read", "write", "pool")}
        return await super().send(request, **options)


async def main():
    with open(document, encoding="utf-8") as file:
        specification = yaml.safe_load(file)
    client = Client(base_url=base_url, timeout=30, limits=httpx2.Limits(max_connections=256))
    server = FastMCP.from_openapi(specification, client=client)
    app = server.http_app(path="/mcp", json_response=True, stateless_http=sessions == "stateless")
    # asyncio sets TCP_NODELAY only where the protocol is named; without it every answer would wait for an acknowledgement.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    listener.listen(512)
    print(f"fastmcp: serving at http://127.0.0.1:{listener.getsockname()[1]}/mcp", file=sys.stderr, flush=True)
    config = uvicorn.Config(app, log_level="error", lifespan="on", timeout_keep_alive=600)
    await uvicorn.Server(config).serve(sockets=[listener])


asyncio.run(main())
