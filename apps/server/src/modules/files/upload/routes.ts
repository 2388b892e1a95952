import { uploadFile } from '@wingmark/contract/files'
import type { Mounting } from '#server/http/mount'
import { discardBody, readUploadForm } from '#server/http/multipart'
import * as service from '#server/modules/files/upload/service'

export function mountUpload({ mount, deps }: Mounting): void {
  mount(uploadFile, async ({ actor, ip, share, idempotencyKey, request }) => {
    const uploader = { actor, network: ip, share, idempotencyKey }
    const earlier = await service.findEarlierUpload(deps, uploader)
    if (earlier) {
      discardBody(request)
      return { result: earlier }
    }
    const announcedBytes = Number(request.headers['content-length'] ?? 0)
    const { received, fields } = await readUploadForm(request, {
      receive: (file, before) => service.receiveFile(deps, uploader, { ...file, announcedBytes }, before),
      discard: (file) => service.discardFile(deps, file),
    })
    try {
      return { result: await service.keepFile(deps, uploader, received, fields) }
    } finally {
      await service.discardFile(deps, received)
    }
  })
}
