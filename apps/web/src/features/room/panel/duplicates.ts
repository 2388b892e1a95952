import type { Comment } from '@wingmark/contract/comments'

type Said = Pick<Comment, '_id' | 'file' | 'marker' | 'message'>

/** Fractions of the page between places that count as the same. */
const near = 0.04
/** Weighted shares of common words that make duplicates, at one place and anywhere. */
const alikeNearby = 0.3
const alikeAnywhere = 0.6
/** Fewer words are too few to compare. */
const leastWords = 3

const small = new Set(
  'a an and are as at be but by can could for from has have here i in is it its just more my of on or please should so than that the then there this to too very was we were what when will with would you your'.split(
    ' ',
  ),
)

/** The meaningful words, without endings. */
function wordsOf(message: string): ReadonlySet<string> {
  const words = message.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.filter((word) => !small.has(word)).map(stem))
}

const stem = (word: string) => (word.length > 4 ? word.replace(/(?:ing|ed|er|es|s|ly)$/, '') : word)

type Weigh = (word: string) => number

/** The weighted share of words that both have. */
function inCommon(one: ReadonlySet<string>, other: ReadonlySet<string>, weigh: Weigh): number {
  let [both, all] = [0, 0]
  for (const word of new Set([...one, ...other])) {
    const weight = weigh(word)
    all += weight
    if (one.has(word) && other.has(word)) both += weight
  }
  return all === 0 ? 0 : both / all
}

/** Rare words weigh more than common ones. */
function weighBy(texts: readonly ReadonlySet<string>[]): Weigh {
  const counts = new Map<string, number>()
  for (const words of texts) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return (word) => Math.log(1 + texts.length / (counts.get(word) ?? 1))
}

const centreOf = ({ x, y, width = 0, height = 0 }: NonNullable<Said['marker']>) => ({
  x: x + width / 2,
  y: y + height / 2,
})

function areNear(one: Said, other: Said): boolean {
  if (!one.marker || !other.marker || one.file !== other.file || one.marker.page !== other.marker.page)
    return false
  const [a, b] = [centreOf(one.marker), centreOf(other.marker)]
  return Math.hypot(a.x - b.x, a.y - b.y) < near
}

/** Similar comments by id: nearly the same words, or half of them at one place. */
export function findDuplicates(comments: readonly Said[]): ReadonlyMap<string, readonly string[]> {
  const read = comments.map((comment) => ({ comment, words: wordsOf(comment.message) }))
  const weigh = weighBy(read.map(({ words }) => words))
  const found = new Map<string, string[]>()
  const add = (id: string, other: string) => found.set(id, [...(found.get(id) ?? []), other])
  for (const [n, one] of read.entries()) {
    for (const other of read.slice(n + 1)) {
      const share = inCommon(one.words, other.words, weigh)
      const isLong = Math.min(one.words.size, other.words.size) >= leastWords
      const isSame =
        (isLong && share >= alikeAnywhere) || (share >= alikeNearby && areNear(one.comment, other.comment))
      if (!isSame) continue
      add(one.comment._id, other.comment._id)
      add(other.comment._id, one.comment._id)
    }
  }
  return found
}
