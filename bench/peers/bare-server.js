// The minimal answer from a database. Plain JavaScript, so that it starts as fast as a built program.
import { createRequire } from 'node:module'
import { join } from 'node:path'

const server = createRequire(join(import.meta.dirname, '../../apps/server/package.json'))
const { default: fastify } = await import(server.resolve('fastify'))
const { default: pg } = await import(server.resolve('pg'))

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] })
const app = fastify()
app.get('/', async () => (await pool.query('select 1 as one')).rows[0])
await app.listen({ port: Number(process.env['PORT']), host: 'localhost' })
console.log('ready')
process.once('SIGTERM', () => process.exit(0))
