type Called = { _id: string; name: string }
type Said = { message: string; mentions: readonly string[]; mentionNames: readonly string[]; author: Called }
export type Thread = Said & { replies: readonly Said[] }

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
const asWord = (name: string) => new RegExp(`(?<![\\p{L}\\d])${escaped(name)}(?![\\p{L}\\d])`, 'giu')
const label = /\bp\d+\b/g

/** The people who write or are named in these threads, labelled `p1`, `p2`, … for a model. `others`: further texts. */
export function createPeople(threads: readonly Thread[], others: readonly string[] = []) {
  const said = threads.flatMap((thread) => [thread, ...thread.replies])
  // No person gets a label that comments already use.
  const texts = [...others, ...said.map(({ message }) => message)]
  const taken = new Set(texts.flatMap((text) => text.match(label) ?? []))
  const people = new Map<string, { label: string; name: string }>()
  let last = 0
  const labelOf = ({ _id, name }: Called): string => {
    const known = people.get(_id)
    if (known) return known.label
    do last += 1
    while (taken.has(`p${last}`))
    people.set(_id, { label: `p${last}`, name })
    return `p${last}`
  }
  for (const { author } of said) labelOf(author)
  const mentioned = said.flatMap(({ mentions, mentionNames }) =>
    mentions.map((_id, n) => ({ _id, name: mentionNames[n] ?? '' })),
  )
  for (const one of mentioned) labelOf(one)

  const names = new Map([...people.values()].map((one) => [one.label, one.name]))
  // People may have had another name when they were mentioned.
  const called = [...people.values(), ...mentioned.map((one) => ({ label: labelOf(one), name: one.name }))]
    .filter(({ name }) => name.length >= 3)
    .toSorted((a, b) => b.name.length - a.name.length)
    .map((one) => ({ pattern: asWord(one.name), label: one.label }))

  return {
    labelOf,
    /** Replaces each name by the person's label. */
    nameless: (text: string) => called.reduce((left, one) => left.replaceAll(one.pattern, one.label), text),
    /** Drops labels that the model invented. */
    named: (text: string) => text.replaceAll(label, (one) => names.get(one) ?? (taken.has(one) ? one : '')),
  }
}
