/** This tab's own comments and replies, by the keys under which they were sent. */
const sent = new Map<string, string>()

/** A pending item keeps its card, and clicks on it, once stored. */
export function keepCard(id: string, key: string): void {
  for (const [other, its] of sent) if (its === key) sent.delete(other)
  sent.set(id, key)
}

export const cardKeyOf = (id: string): string => sent.get(id) ?? id

export const hasCard = (key: string): boolean => [...sent.values()].includes(key)
