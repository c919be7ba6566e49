import proxy from '@fastify/http-proxy';
import Fastify from 'fastify';

// A general proxy with Giro's framework. Usage: fastify.ts UPSTREAM
const app = Fastify();
await app.register(proxy, { upstream: process.argv[2] ?? '' });
process.stdout.write(`ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
