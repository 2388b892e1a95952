import type { StoredComment } from '#server/modules/comments/service'

/** Letters of one call that comments may take. */
const lettersMax = 120_000

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
const asWord = (name: string) => new RegExp(`(?<![\\p{L}\\d])${escaped(name)}(?![\\p{L}\\d])`, 'giu')

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
  const people = new Map<string, { label: string; name: string }>()
  const personOf = ({ _id, name }: { _id: string; name: string }) => {
    const known = people.get(_id) ?? { label: `p${people.size + 1}`, name }
    people.set(_id, known)
    return known.label
  }
  for (const { author, replies } of comments)
    for (const who of [author, ...replies.map((one) => one.author)]) personOf(who)

  const called = [...people.values()]
    .filter(({ name }) => name.length >= 3)
    .toSorted((a, b) => b.name.length - a.name.length)
    .map(({ name, label }) => ({ pattern: asWord(name), label }))
  /** Whoever is called by their name is called as they are otherwise. */
  const nameless = (text: string) =>
    called.reduce((left, { pattern, label }) => left.replaceAll(pattern, label), text)

  const labels = new Map(comments.map((comment, n) => [`c${n + 1}`, comment]))
  const labelOf = new Map(comments.map((comment, n) => [comment._id, `c${n + 1}`]))

  return {
    comments: labels,
    names: new Map([...people.values()].map(({ label, name }) => [label, name])),
    /** Of these comments, each with its replies. */
    textOf(some: readonly StoredComment[]): string {
      const threads = some.map((comment) => {
        const { _id, author, message, replies, status } = comment
        const words = (text: string) => nameless(hide(text, _id)).replaceAll(/\s+/g, ' ')
        const head = `${labelOf.get(_id)} ${personOf(author)}${status === 'RESOLVED' ? ' (resolved)' : ''}: ${words(message)}`
        const below = replies.map((reply) => ` | ${personOf(reply.author)}: ${words(reply.message)}`)
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
