import type { AiReadingKind } from '@wingmark/contract/ai'
import { parseJson } from '@wingmark/contract/json'
import { z } from 'zod'
import type { AiSchema } from '#server/platform/ai'
import { AiError } from '#server/platform/ai-error'

const Said = z.object({ text: z.string().max(4_000), comments: z.array(z.string().max(100)).max(200) })
const Some = z.array(Said).max(400)

/** A model's answer; for a change list everything is in `points`. */
export const Answer = z.object({
  points: Some,
  disagreements: Some.default([]),
  questions: Some.default([]),
})
export type Answer = z.infer<typeof Answer>
export type Said = z.infer<typeof Said>

const said = {
  type: 'array',
  items: {
    type: 'object',
    properties: { text: { type: 'string' }, comments: { type: 'array', items: { type: 'string' } } },
    required: ['text', 'comments'],
    additionalProperties: false,
  },
}

export function schemaOf(kind: AiReadingKind): AiSchema {
  const parts = kind === 'CHANGES' ? ['points'] : ['points', 'disagreements', 'questions']
  const properties = Object.fromEntries(parts.map((name) => [name, said]))
  return {
    name: kind.toLowerCase(),
    schema: { type: 'object', properties, required: parts, additionalProperties: false },
  }
}

const charactersMax = 8_000 * 4

/** The JSON of an answer, whatever surrounds it: thoughts, a fence, prose. Throws AiError. */
export function parseAnswer(text: string): Answer {
  const bare = text.replaceAll(/<(think|thinking|reasoning)>[\s\S]*?(?:<\/\1>|$)/gi, '')
  if (bare.trim() === '') throw new AiError('EMPTY')
  if (bare.length > charactersMax) throw new AiError('TOO_LONG')
  for (let start = bare.indexOf('{'); start >= 0; start = bare.indexOf('{', start + 1)) {
    const found = parseJson(bare.slice(start, bare.lastIndexOf('}') + 1), Answer)
    if (found) return found
  }
  throw new AiError('UNREADABLE')
}
