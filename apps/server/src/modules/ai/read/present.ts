import type { AiPoint, AiReading } from '@wingmark/contract/ai'
import type { Answer, Said } from '#server/modules/ai/read/answer'
import type { Material } from '#server/modules/ai/read/material'
import type { KeptPoint, Scope } from '#server/modules/ai/read/store'
import { plainText } from '#server/modules/ai/requests/clean'
import { countOf, cutAtSentence } from '#server/modules/ai/requests/count'
import type { CommentPlace } from '#server/modules/comments/service'

type Given = {
  material: Material
  /** Characters allowed for all points. */
  amount: number
  putBack: (text: string, owners: ReadonlySet<string>) => string
}

export type Points = Pick<AiReading, 'isCut' | 'characters'> & Record<keyof Answer, KeptPoint[]>

/** Keeps only the model's text about comments it was given, with our names and links. */
export function pointsOf(answer: Answer, { material, amount, putBack }: Given): Points {
  let left = amount
  let isCut = false
  const keep = (some: readonly Said[]): KeptPoint[] =>
    some.flatMap((said) => {
      const comments = idsOf(said, material)
      const whole = withoutReferences(plainText(said.text))
      if (comments.length === 0 || whole === '') return []
      const text = countOf(whole) <= left ? whole : wholeSentences(whole, left)
      isCut ||= text !== whole
      if (text === '') return []
      left -= countOf(text)
      return [{ text: putBack(material.named(text), new Set(comments)).trim(), comments }]
    })
  const points = keep(answer.points)
  const disagreements = keep(answer.disagreements)
  const questions = keep(answer.questions)
  return { points, disagreements, questions, isCut, characters: amount - left }
}

/** In the order of their places in the files. */
export function inOrderOfPlace(answer: Answer): Answer {
  const place = ({ comments }: Said) =>
    Math.min(...comments.map((label) => Number(/^c(\d+)$/.exec(label)?.[1] ?? Infinity)))
  return { ...answer, points: answer.points.toSorted((a, b) => place(a) - place(b)) }
}

const idsOf = ({ comments }: Said, material: Material): string[] => [
  ...new Set(comments.flatMap((label) => material.comments.get(label.trim())?._id ?? [])),
]

// The comments it rests on are listed beside it.
const withoutReferences = (text: string) =>
  text
    .replaceAll(/\s*[([]\s*c\d+(?:[\s,;–-]|and|c\d+)*[)\]]/g, '')
    .replaceAll(/\bc\d+\b/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

function wholeSentences(text: string, most: number): string {
  if (most < 20) return ''
  const cut = cutAtSentence(text, most)
  return /[.!?…。！？]$/u.test(cut) ? cut : ''
}

type KeptReading = Pick<
  AiReading,
  '_id' | 'commentsRead' | 'commentsLeftOut' | 'commentsCut' | 'commentsSince' | 'characters' | 'isCut'
> &
  Record<keyof Answer, KeptPoint[]> & { readAt: Date }

/** Drops deleted comments, and points left without any. */
export function presentReading(
  { review, file, status, kind }: Scope,
  kept: KeptReading,
  found: readonly CommentPlace[],
): AiReading {
  const byId = new Map(found.map((one) => [one._id, one]))
  const shown = (points: readonly KeptPoint[]): AiPoint[] =>
    points.flatMap(({ text, comments }) => {
      const references = comments.flatMap((id) => byId.get(id) ?? [])
      return references.length === 0 ? [] : [{ text, comments: references }]
    })
  const { _id, commentsRead, commentsLeftOut, commentsCut, commentsSince, characters, isCut, readAt } = kept
  return {
    _id,
    kind,
    review,
    file,
    status,
    points: shown(kept.points),
    disagreements: shown(kept.disagreements),
    questions: shown(kept.questions),
    commentsRead,
    commentsLeftOut,
    commentsCut,
    commentsSince,
    characters,
    isCut,
    createdAt: readAt.toISOString(),
  }
}

export const referredIn = (kept: Record<keyof Answer, KeptPoint[]>): string[] => [
  ...new Set([...kept.points, ...kept.disagreements, ...kept.questions].flatMap((point) => point.comments)),
]
