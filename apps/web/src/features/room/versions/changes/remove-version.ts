import { deleteVersion, restoreVersion, type Version } from '@wingmark/contract/versions'
import { change, ofVersion, queueOfFile } from '#web/features/room/versions/changes/version-change'
import { call } from '#web/lib/api'
import { flag, shape } from '#web/lib/changes/read-kept'
import { whileRemoving } from '#web/lib/removing-versions'
import { shareTokenOf } from '#web/lib/share-token'

/** Removes a version with its comments, or restores both. */
export const removeVersion = change('remove', shape({ ...ofVersion, isRemoved: flag }), {
  queue: queueOfFile,
  // What returns with a restored one is known only to the server.
  apply: (versions, { number, isRemoved }) => (isRemoved ? without(versions, number) : versions),
  async send({ reviewId, readAgain }, { file, number, isRemoved }) {
    const given = { params: { id: file, number }, share: shareTokenOf(reviewId) }
    const act = async () => {
      await call(isRemoved ? deleteVersion : restoreVersion, given)
      await readAgain(file)
    }
    await (isRemoved ? whileRemoving(file, number, act) : act())
  },
  invert: (_, input) => ({ ...input, isRemoved: !input.isRemoved }),
  messages: {
    thing: ({ number }) => `version ${number} you removed`,
    done: ({ number, isRemoved }) => `Version ${number} ${isRemoved ? 'removed' : 'restored'}`,
  },
})

/** The newest left is current then. */
function without(versions: readonly Version[], number: number): readonly Version[] {
  const left = versions.filter((one) => one.number !== number)
  const hasCurrent = left.some(({ isCurrent }) => isCurrent)
  return hasCurrent ? left : left.map((one, at) => (at === 0 ? { ...one, isCurrent: true } : one))
}
