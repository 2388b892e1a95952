import { randomInt } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../apps/server/test/eventually.ts'
import { Installation } from '../support/installation.ts'
import { expectPromisesKept, namesIn } from '../support/promises.ts'
import { createTus, newFile } from '../support/sending.ts'
import { anyMoment, lasting } from '../support/time.ts'
import { residentMB } from '../support/workers.ts'

const cuts = 500
const badForms = 100
const atOnce = 10

let installation: Installation
beforeAll(async () => {
  installation = await Installation.start()
})
afterAll(() => installation?.end())

const openFiles = () => readdirSync(`/proc/${installation.pid}/fd`).length

const { bytes } = newFile(2_000_000)
const boundary = 'a-boundary'
const formHead = Buffer.from(
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`,
)

/** Sends a part of what it announced, then cuts the connection. */
async function cut(
  method: string,
  path: string,
  headers: Record<string, string>,
  head: Buffer,
): Promise<void> {
  const target = request(installation.server.origin + path, {
    method,
    headers: {
      authorization: `Bearer ${installation.token}`,
      'content-length': head.length + bytes.length,
      ...headers,
    },
  })
  const closed = new Promise<void>((resolve) => {
    target.on('error', () => resolve())
    target.on('close', () => resolve())
  })
  target.write(head)
  target.write(bytes.subarray(0, randomInt(bytes.length)))
  await anyMoment(0, 60)
  target.destroy()
  await closed
}

async function cutForm(): Promise<void> {
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  await cut('POST', '/file/api/v1', headers, formHead)
}

async function cutTus(): Promise<void> {
  const upload = await createTus(installation, newFile(bytes.length))
  if (!upload) throw new Error('no answer')
  const tus = { 'tus-resumable': '1.0.0' }
  const headers = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  await cut('PATCH', upload.path, headers, Buffer.alloc(0))
  // The client ends an upload that it gives up.
  const ended = await installation.ask(upload.path, { method: 'DELETE', headers: tus })
  expect(ended?.status).toBe(204)
}

async function badForm(): Promise<void> {
  const reply = await installation.ask('/file/api/v1', {
    method: 'POST',
    body: new Uint8Array(Buffer.concat([formHead, bytes])),
    headers: { 'content-type': `multipart/form-data; boundary=${'x'.repeat(randomInt(1, 60))}` },
  })
  expect(reply?.status).toBeLessThan(500)
}

async function many(count: number, work: () => Promise<void>): Promise<void> {
  for (let done = 0; done < count; done += atOnce) await Promise.all(Array.from({ length: atOnce }, work))
}

test('uploads cut at random and unreadable forms leave nothing behind', async ({ annotate }) => {
  const cold = { files: openFiles(), resident: residentMB(installation.pid) }
  // What is allocated once for all does not count.
  await many(cuts / 2, cutForm)
  await many(cuts / 2, cutTus)
  await many(badForms, badForm)
  await lasting(15_000)
  const before = { files: openFiles(), resident: residentMB(installation.pid) }
  await many(cuts / 2, cutForm)
  await many(cuts / 2, cutTus)
  await many(badForms, badForm)
  await eventually(async () => {
    expect(openFiles()).toBeLessThanOrEqual(before.files * 1.1)
    expect(residentMB(installation.pid)).toBeLessThanOrEqual(before.resident * 1.1)
    for (const folder of ['incoming', 'resumable', 'pending'])
      expect(await namesIn(installation, folder)).toEqual([])
  }, 60_000)
  await annotate(
    `${cuts} cut and ${badForms} unreadable uploads: ${before.files} → ${openFiles()} open files, ` +
      `${before.resident.toFixed(0)} → ${residentMB(installation.pid).toFixed(0)} MB (${cold.files} and ${cold.resident.toFixed(0)} MB before the first of all)`,
  )
  await expectPromisesKept(installation, new Map())
})
