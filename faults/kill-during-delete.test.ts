import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { full, Installation } from './support/installation.ts'
import { type Answered, expectPromisesKept } from './support/promises.ts'
import { newFile, sendForm } from './support/sending.ts'
import { anyMoment } from './support/time.ts'

const files = full(50, 12)
const rounds = full(8, 2)

let installation: Installation
const answered: Answered = new Map()
let survived = 0
beforeAll(async () => {
  installation = await Installation.start()
})
afterAll(() => installation?.end())

test.each(Array.from({ length: rounds }, (_, round) => round))(
  'a review is deleted completely or not at all, and duplicates of its files stay, round %i',
  async (round) => {
    const sent = Array.from({ length: files }, () => newFile(randomInt(1_000, 200_000)))
    const ids: string[] = []
    for (const one of sent) {
      const reply = await sendForm(installation, one)
      ids.push(reply?.result._id ?? '')
    }
    const { result: review } = await installation.askJson('POST', '/review/api/v1', {
      name: 'Going',
      files: ids,
    })
    const duplicated = await Promise.all(
      ids.slice(0, 5).map(async (id, index) => {
        const { result } = await installation.askJson('POST', `/file/api/v1/duplicate/${id}`)
        return { key: `copy ${id}`, id: result._id, sha256: sent[index]?.sha256 ?? '' }
      }),
    )
    for (const { key, ...file } of duplicated) answered.set(key, file)

    const path = `/review/api/v1/${review._id}`
    const forGood = () => installation.ask(`/review/api/v1/deleted/${review._id}`, { method: 'DELETE' })
    const deleting = installation.ask(path, { method: 'DELETE' }).then(async (reply) => {
      await forGood()
      return reply
    })
    // Every other time early, so that some kills come before the deletion is complete.
    await anyMoment(0, round % 2 === 0 ? 4 : 60)
    await installation.killAndStart({ withDatabase: randomInt(2) === 0 })
    const reply = await deleting

    const after = await installation.ask(path)
    if (reply?.status === 200) expect(after?.status).toBe(404)
    // A deleted thing that would stay for a day goes once requested again.
    if (after?.status === 404) await forGood()
    else {
      // The review with its files, as its page shows them.
      expect(after?.result).toMatchObject({
        review: { fileCount: files },
        files: ids.map((_id) => ({ _id })),
      })
      survived += 1
      ids.forEach((id, index) => answered.set(id, { id, sha256: sent[index]?.sha256 ?? '' }))
    }
  },
)

test('all promises are kept', async ({ annotate }) => {
  await expectPromisesKept(installation, answered)
  await annotate(
    `${rounds} reviews of ${files} files, ${survived} of them whole after the kill, the others gone; ` +
      `${answered.size} files and duplicates still open`,
  )
})
