import { changeVersion } from '@wingmark/contract/versions'
import { change, ofVersion, queueOfFile } from '#web/features/room/versions/changes/version-change'
import { call } from '#web/lib/api'
import { shape, text } from '#web/lib/changes/read-kept'
import { shareTokenOf } from '#web/lib/share-token'

export const noteVersion = change('note', shape({ ...ofVersion, note: text }), {
  queue: queueOfFile,
  apply: (versions, { number, note }) =>
    versions.map((one) => (one.number === number ? { ...one, note } : one)),
  async send({ reviewId, readAgain }, { file, number, note }) {
    const params = { id: file, number }
    await call(changeVersion, { params, body: { note }, share: shareTokenOf(reviewId) })
    await readAgain(file)
  },
  invert(before, input) {
    const version = before.find(({ number }) => number === input.number)
    return version ? { ...input, note: version.note } : null
  },
  messages: {
    thing: ({ number }) => `version ${number} you wrote a note on`,
    done: () => 'Note saved',
  },
})
