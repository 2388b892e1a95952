/** Comments of this tab's own, by the keys under which they were sent. */
const sent = new Map<string, string>()

/** A comment that is here now and was on its way before: its card stays the same, with what is clicked on it. */
export function keepCard(comment: string, key: string): void {
  for (const [other, its] of sent) if (its === key) sent.delete(other)
  sent.set(comment, key)
}

export const cardKeyOf = (comment: string): string => sent.get(comment) ?? comment

export const hasCard = (key: string): boolean => [...sent.values()].includes(key)
