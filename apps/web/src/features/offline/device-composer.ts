import { typeOfChosen } from '@wingmark/contract/file-check'
import type { ComposerPlace } from '#web/features/comments/composer/composer-place'
import { ApiError } from '#web/lib/api-error'
import { deviceAuthor } from './device-pages.ts'
import { keepFile } from './device-store.ts'

/** For comments that stay here: asks for no name, and stores files in this browser. */
export function deviceComposerPlace(): ComposerPlace {
  return {
    async upload(file) {
      try {
        const ref = await keepFile(file, 0)
        return { _id: ref, name: file.name, kind: typeOfChosen(file)?.kind ?? 'OTHER' }
      } catch {
        const message = 'There isn’t enough space on this device for the file.'
        throw new ApiError({ status: 507, code: 'DEVICE_FULL', message })
      }
    },
    chosenFiles: new Map(),
    writer: { author: deviceAuthor.name, writer: null },
  }
}
