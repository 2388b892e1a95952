/** A page of the Help Center. “Text” is a button or menu item; `Key` is a key. */
export type Topic = {
  /** In its address. */
  slug: string
  title: string
  summary: string
  sections: readonly Section[]
}

export type Section = {
  heading?: string
  text?: readonly string[]
  /** In order. */
  steps?: readonly string[]
  points?: readonly string[]
  links?: readonly { path: string; name: string }[]
}

/** A topic's whole text, for the search. */
export function wordsOf({ title, summary, sections }: Topic): string {
  const parts = sections.flatMap(({ heading = '', text = [], steps = [], points = [], links = [] }) => [
    heading,
    ...text,
    ...steps,
    ...points,
    ...links.map(({ name }) => name),
  ])
  return [title, summary, ...parts].filter(Boolean).join('\n')
}
