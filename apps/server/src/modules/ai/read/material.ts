import { aiPartComments } from '@wingmark/contract/ai'
import { beginningOf } from '@wingmark/contract/shorten'
import { createPeople } from '#server/modules/ai/requests/people'
import { isWhole, type StoredComment } from '#server/modules/comments/service'

/** Characters of comments in one call. */
const charactersMax = 120_000

/** Shares of `most` for these lengths: only the longest are cut. */
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

/** Comments for a model, without ids, names, numbers, times and addresses, in one part per call. */
export function createMaterial(comments: readonly StoredComment[], hide: Hide) {
  const people = createPeople(comments)
  const labels = new Map(comments.map((comment, n) => [`c${n + 1}`, comment]))
  const threads = [...labels].map(([label, comment]) => {
    const { _id, author, message, replies, status } = comment
    const words = (text: string) => people.nameless(hide(text, _id)).replaceAll(/\s+/g, ' ')
    const head = `${label} ${people.labelOf(author)}${status === 'RESOLVED' ? ' (resolved)' : ''}: ${words(message)}`
    const below = replies.map((reply) => ` | ${people.labelOf(reply.author)}: ${words(reply.message)}`)
    return { letters: [...(head + below.join(''))], isWhole: isWhole(comment) }
  })
  const parts = Array.from({ length: Math.ceil(threads.length / aiPartComments) }, (_part, n) =>
    inRoom(threads.slice(n * aiPartComments, (n + 1) * aiPartComments)),
  )
  return {
    comments: labels,
    named: people.named,
    parts: parts.map(({ text }) => text),
    /** Comments whose end, or some of whose replies, are in no part. */
    cut: parts.reduce((sum, { cut }) => sum + cut, 0),
  }
}

type Letters = { letters: readonly string[]; isWhole: boolean }

/** If they do not fit into one call, the longest are cut. */
function inRoom(threads: readonly Letters[]): { text: string; cut: number } {
  const room = roomOfEach(
    threads.map(({ letters }) => letters.length),
    charactersMax,
  )
  return {
    text: threads.map(({ letters }) => beginningOf(letters.join(''), room)).join('\n'),
    cut: threads.filter(({ letters, isWhole }) => !isWhole || letters.length > room).length,
  }
}

export type Material = ReturnType<typeof createMaterial>
