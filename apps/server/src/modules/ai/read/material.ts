import { createPeople } from '#server/modules/ai/asking/people'
import type { StoredComment } from '#server/modules/comments/service'

/** Letters of one call that comments may take. */
const lettersMax = 120_000

/** So many letters each may keep that together they are no more than `most`: only the longest lose some. */
export function roomOfEach(lengths: readonly number[], most: number): number {
  const sorted = lengths.toSorted((a, b) => a - b)
  let left = most
  for (const [n, length] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - n))
    if (length > share) return share
    left -= length
  }
  return Infinity
}

type Hide = (text: string, owner: string) => string

/** Comments as a model sees them: without ids, names, numbers, times and addresses. */
export function createMaterial(comments: readonly StoredComment[], hide: Hide) {
  const people = createPeople(comments)
  const labels = new Map(comments.map((comment, n) => [`c${n + 1}`, comment]))
  const labelOf = new Map(comments.map((comment, n) => [comment._id, `c${n + 1}`]))

  return {
    comments: labels,
    named: people.named,
    /** Of these comments, each with its replies. */
    textOf(some: readonly StoredComment[]): string {
      const threads = some.map((comment) => {
        const { _id, author, message, replies, status } = comment
        const words = (text: string) => people.nameless(hide(text, _id)).replaceAll(/\s+/g, ' ')
        const head = `${labelOf.get(_id)} ${people.labelOf(author)}${status === 'RESOLVED' ? ' (resolved)' : ''}: ${words(message)}`
        const below = replies.map((reply) => ` | ${people.labelOf(reply.author)}: ${words(reply.message)}`)
        return [...(head + below.join(''))]
      })
      const room = roomOfEach(
        threads.map((letters) => letters.length),
        lettersMax,
      )
      return threads.map((letters) => letters.slice(0, room).join('')).join('\n')
    },
  }
}

export type Material = ReturnType<typeof createMaterial>
