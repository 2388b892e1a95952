import { type Design, dark, makeSection, type Part } from './made-pages.ts'

type Edit = (design: Design, seed: number) => Design

const changePart = (design: Design, id: string, change: (part: Part) => Part[]): Design => ({
  ...design,
  sections: design.sections.map((section) => ({
    ...section,
    parts: section.parts.flatMap((part) => (part.id === id ? change(part) : [part])),
  })),
})

const nth = <T>(list: readonly T[], at: number): T => {
  const one = list[at % list.length]
  if (one === undefined) throw new Error('an empty list')
  return one
}
const somePart = ({ sections }: Design, seed: number) => nth(nth(sections, seed).parts, seed + 1)

/** What people do between two versions of a design. */
export const edits: Record<string, Edit> = {
  nothing: (design) => design,
  'a section inserted': (design, seed) => ({
    ...design,
    sections: [makeSection('new', seed * 977), ...design.sections],
  }),
  'a section removed': (design, seed) => ({
    ...design,
    sections: design.sections.filter((_, at) => at !== seed % design.sections.length),
  }),
  'a section moved to the end': (design) => ({
    ...design,
    sections: [...design.sections.slice(1), ...design.sections.slice(0, 1)],
  }),
  'more space': (design, seed) => ({
    ...design,
    sections: design.sections.map((one, at) => ({ ...one, height: one.height + ((seed + at) % 3) * 20 })),
  }),
  'a part redrawn': (design, seed) =>
    changePart(design, somePart(design, seed).id, (part) => [{ ...part, look: part.look + 1 }]),
  'a part removed': (design, seed) => changePart(design, somePart(design, seed).id, () => []),
  'a part moved': (design, seed) =>
    changePart(design, somePart(design, seed).id, (part) => [
      { ...part, box: { ...part.box, x: part.box.x + 24, y: part.box.y + 12 } },
    ]),
  'a section copied': (design, seed) => {
    const section = nth(design.sections, seed)
    const parts = section.parts.map((part) => ({ ...part, id: `copy-${part.id}` }))
    const at = design.sections.indexOf(section) + 1
    return { ...design, sections: design.sections.toSpliced(at, 0, { ...section, id: 'copy', parts }) }
  },
  'a twin removed': (design, seed) => {
    // The older page is given a twin by the test; here the first of the two goes.
    const id = nth(design.sections, seed).id
    return { ...design, sections: design.sections.filter((section) => section.id !== id) }
  },
  'dark colors': (design) => ({ ...design, ...dark }),
  'two edits': (design, seed) => {
    const shorter = { ...design, sections: design.sections.slice(1) }
    return changePart(shorter, somePart(shorter, seed).id, (part) => [{ ...part, look: part.look + 1 }])
  },
}
