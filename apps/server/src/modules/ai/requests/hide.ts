import { bareAddresses } from '#server/modules/ai/requests/addresses'

/** Secrets, each with the name of its placeholder. Earlier ones come first. */
const secrets: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['text', /\[(?:link|address|number|text) \d+\]/g],
  ['link', /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>"]+/gi],
  ['link', /\b(?:www\.|mailto:|data:)[^\s<>"]+/gi],
  ['address', /[^\s@<>()[\]"',;]+@[^\s@<>()[\]"',;]+\.[^\s@<>()[\]"',;]+/g],
  ...bareAddresses.map((pattern) => ['link', pattern] as const),
  // Keys and codes: long and mixed; then phone, card and account numbers; then codes to type in.
  ['number', /(?<![\w#])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{16,}(?!\w)/gi],
  ['number', /(?<![\w#])(?=(?:\w*\d){3})(?=\w*[A-Z])(?=\w*[a-z])\w{8,15}(?!\w)/g],
  ['number', /(?<![\w#.,])\+?(?:\d[ ()/.-]{0,2}){8,}\d(?!\w)/g],
  ['number', /(?<![\w#.,])\d{6,}(?!\w)/g],
]

const placeholder = /\[(link|address|number|text) (\d+)\]/g

/** Replaces links, addresses, keys and codes by placeholders, and restores them where they came from. */
export function createHider() {
  const kept = new Map<string, { value: string; owner: string }>()
  const counts = new Map<string, number>()

  function labelOf(name: string, value: string, owner: string): string {
    for (const [label, one] of kept) if (one.value === value && one.owner === owner) return label
    const n = (counts.get(name) ?? 0) + 1
    counts.set(name, n)
    const label = `[${name} ${n}]`
    kept.set(label, { value, owner })
    return label
  }

  return {
    /** `owner`: the comment that contains the text. */
    hide(text: string, owner = ''): string {
      return secrets.reduce(
        (left, [name, pattern]) =>
          left
            .split(/(\[(?:link|address|number|text) \d+\])/)
            .map((part, n) =>
              // Between texts are our placeholders, except in the first round.
              n % 2 === 1 && name !== 'text'
                ? part
                : part.replaceAll(pattern, (value) => labelOf(name, value, owner)),
            )
            .join(''),
        text,
      )
    },
    /** Restores only these owners' placeholders; drops others and ones that the model invented. */
    putBack(text: string, owners: ReadonlySet<string> = new Set([''])): string {
      return text.replaceAll(placeholder, (label) => {
        const one = kept.get(label)
        return one && owners.has(one.owner) ? one.value : ''
      })
    },
  }
}
