import { changeVersion } from '@wingmark/contract/versions'
import { change, ofVersion, queueOfFile } from '#web/features/room/versions/changes/version-change'
import { call } from '#web/lib/api'
import { shape } from '#web/lib/changes/read-kept'
import { shareTokenOf } from '#web/lib/share-token'

export const makeCurrent = change('current', shape(ofVersion), {
  queue: queueOfFile,
  apply: (versions, { number }) => versions.map((one) => ({ ...one, isCurrent: one.number === number })),
  async send({ reviewId, readAgain }, { file, number }) {
    const params = { id: file, number }
    await call(changeVersion, { params, body: { current: true }, share: shareTokenOf(reviewId) })
    await readAgain(file)
  },
  invert(before, input) {
    const current = before.find(({ isCurrent }) => isCurrent)
    return current ? { ...input, number: current.number } : null
  },
  messages: {
    thing: ({ number }) => `version ${number} you made current`,
    done: ({ number }) => `Version ${number} is now the current version`,
  },
})
