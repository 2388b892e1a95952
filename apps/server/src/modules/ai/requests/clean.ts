import { bareAddresses } from '#server/modules/ai/requests/addresses'

/** Each match is removed, or replaced by its first group. */
const patterns: readonly RegExp[] = [
  // A model's thoughts before its answer.
  /<(think|thinking|reasoning)>[\s\S]*?(?:<\/\1>|$)/gi,
  /<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi,
  /<!--[\s\S]*?(?:-->|$)/g,
  /<\/?[a-z][^<>]*>/gi,
  /^```.*$/gm,
  /(?:\*\*|__|~~|`)/g,
  /!\[([^\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/g,
  /(\[[a-z]+ \d+\])\((?:[^()\n]|\([^()\n]*\))*\)/g,
  /\[([^\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/g,
  /^ {0,3}\[[^\]\n]+\]:\s*\S+.*$/gm,
  /^ {0,3}#{1,6} +/gm,
  /^ {0,3}> ?/gm,
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/\S+/gi,
  /\bwww\.\S+/gi,
  /\b(?:mailto|javascript|data|vbscript|tel|file):\S+/gi,
  /[^\s@<>()[\]]+@[^\s@<>()[\]]+\.[^\s@<>()[\]]+/g,
  ...bareAddresses,
]

/** Invisible, or changes the reading direction; characters that join letters or emoji stay. */
const unseen =
  // oxlint-disable-next-line no-misleading-character-class -- Each of them is looked for by itself.
  /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]|(?<![\p{L}\p{M}\p{Extended_Pictographic}\uFE0F\p{Emoji_Modifier}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu
// oxlint-disable-next-line no-control-regex -- Control characters are what is looked for.
const control = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g

/** Plain text, without anything that a browser, an email or a reader could take for markup. */
export function plainText(raw: string): string {
  let text = raw.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(unseen, '').replaceAll(control, '')
  // A removal can create another match.
  for (let round = 0; round < 8; round++) {
    const before = text
    for (const pattern of patterns) text = text.replace(pattern, keptGroup)
    if (text === before) break
  }
  return text
    .replaceAll(/[^\S\n]{2,}/g, ' ')
    .replaceAll(/[^\S\n]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const marks = /^(think|thinking|reasoning|script|style)$/i

function keptGroup(_all: string, first: unknown): string {
  return typeof first === 'string' && !marks.test(first) ? first : ''
}

/** The part of the text so far whose meaning later text cannot change. */
export function steadyPart(raw: string): string {
  const open = raw.search(/(?:<[^<>\n]{0,200}|\[[^\]\n]{0,80}|\[[^\]\n]*\]|\[[^\]\n]*\]\([^)\n]{0,500})$/)
  const steady = open < 0 ? raw : raw.slice(0, open)
  // A `p` may become the `p1` of a person.
  const isWord = /(^|\s)[\p{L}\p{M}]+$/u.test(steady) && !/(^|\s)p$/.test(steady)
  return isWord ? steady : steady.replace(/\S*$/, '')
}
