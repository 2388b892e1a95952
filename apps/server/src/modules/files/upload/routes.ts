import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { uploadFile } from '@wingmark/contract/files'
import type { FastifyRequest } from 'fastify'
import { withRequest } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { Mounting } from '#server/http/mount'
import { type FormFields, readUploadForm } from '#server/http/multipart'
import * as service from '#server/modules/files/upload/service'
import { cleanFileName } from '#server/platform/media/file-name'

export function mountUpload({ mount, deps }: Mounting): void {
  mount(uploadFile, async ({ actor, ip, share, idempotencyKey, request }) => {
    const uploader = { actor, network: ip, share, idempotencyKey }
    const earlier = await service.findEarlierUpload(deps, uploader)
    if (earlier) {
      await requireSame(deps, uploader, request)
      return { result: earlier }
    }
    const announcedBytes = Number(request.headers['content-length'] ?? 0)
    const { received, fields } = await readUploadForm(request, {
      receive: (file, before) => service.receiveFile(deps, uploader, { ...file, announcedBytes }, before),
      discard: (file) => service.discardFile(deps, file),
    })
    try {
      const sender = { ...uploader }
      if (idempotencyKey !== null) {
        const { name, type, bytes } = received
        const sum = await sumOf(createReadStream(bytes.temporaryPath))
        sender.idempotencyKey = keyOf(idempotencyKey, { name, type, sum }, fields)
      }
      return { result: await service.keepFile(deps, sender, received, fields) }
    } finally {
      await service.discardFile(deps, received)
    }
  })
}

/** Reads a repeated form without storing it. Throws KEY_REUSED if it differs. */
async function requireSame(deps: Deps, uploader: service.Uploader, request: FastifyRequest): Promise<void> {
  const { received, fields } = await readUploadForm(request, {
    receive: async ({ name, type, bytes }) => ({ name: cleanFileName(name), type, sum: await sumOf(bytes) }),
    discard: async () => undefined,
  })
  const idempotencyKey = keyOf(uploader.idempotencyKey, received, fields)
  await service.findEarlierUpload(deps, { ...uploader, idempotencyKey })
}

type Sent = { name: string; type: string | undefined; sum: string }

const keyOf = (key: string | null, file: Sent, fields: FormFields) =>
  withRequest(key, { file, fields: Object.fromEntries(fields) })

async function sumOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of bytes) hash.update(chunk)
  return hash.digest('base64url')
}
