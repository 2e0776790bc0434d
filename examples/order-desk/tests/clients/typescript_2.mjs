// What a user of the TypeScript client 2.x sees of every call.
//
// Run it as `typescript_2.mjs CALLS stdio COMMAND...` or `typescript_2.mjs CALLS http URL`: one line of JSON for each call.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// The packages are not beside this file, but where `cargo xtask test` has put them.
const installed = createRequire(join(process.env.CANDOR_CLIENTS, 'package.json'));
const { Client, StreamableHTTPClientTransport } = installed('@modelcontextprotocol/client');
const { StdioClientTransport } = installed('@modelcontextprotocol/client/stdio');

const [calls, kind, ...target] = process.argv.slice(2);
const plan = JSON.parse(await readFile(calls, 'utf8'));
const timeout = plan.seconds_per_call * 1000;

const client = new Client({ name: 'candor-tests', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
const transport =
    kind === 'stdio'
        ? new StdioClientTransport({ command: target[0], args: target.slice(1) })
        : new StreamableHTTPClientTransport(new URL(target[0]));
await client.connect(transport);
const { tools } = await client.listTools();
say({ name: 'connected', protocol: client.getNegotiatedProtocolVersion(), tools: tools.map(tool => tool.name) });
for (const call of plan.calls) {
    say({ name: call.name, ...(await seen(call)) });
}
await client.close();
process.exit(0);

async function seen(call) {
    try {
        // The outer limit is for a client that does not keep its own.
        return { result: await Promise.race([made(call), over(timeout + 2000)]) };
    } catch (error) {
        const { code, message, data } = error;
        return { exception: { class: error.constructor.name, code, message, data } };
    }
}

function made(call) {
    return call.tool === undefined
        ? client.request({ method: call.method, params: call.params }, { timeout })
        : client.callTool({ name: call.tool, arguments: call.arguments }, { timeout });
}

function over(milliseconds) {
    const late = reject => reject(new Error('nothing came of the call'));
    return new Promise((_, reject) => setTimeout(late, milliseconds, reject).unref());
}

function say(line) {
    console.log(JSON.stringify(line));
}
