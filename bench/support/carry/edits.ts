import { anySection } from './pages.ts'
import { type Builder, type Part, type Version, walk } from './tree.ts'

type Thing = { part: Part; parent: Part }

/** Each changes a version in place, and returns the ids that it touched. */
type Edit = (b: Builder, version: Version) => string[]

function thingsOf(root: Part, isWanted: (part: Part, parent: Part) => boolean): Thing[] {
  const found: Thing[] = []
  walk(root, (part, parents) => {
    const parent = parents.at(-1)
    if (parent && isWanted(part, parent)) found.push({ part, parent })
  })
  return found
}
const leaves = (root: Part, kinds: readonly string[]) =>
  thingsOf(root, ({ leaf }) => leaf !== undefined && kinds.includes(leaf))
const cards = (root: Part) => thingsOf(root, (part, parent) => parent.cls.includes('grid') && !part.leaf)
const movable = (root: Part) => [
  ...cards(root),
  ...thingsOf(
    root,
    ({ leaf = '' }, parent) =>
      ['photo', 'button', 'text'].includes(leaf) && parent.kids.length > 1 && parent.tag !== 'header',
  ),
]

const idsOf = (things: readonly Thing[]) => things.map(({ part }) => part.id)
const takeOut = ({ part, parent }: Thing) => {
  const at = parent.kids.indexOf(part)
  if (at >= 0) parent.kids.splice(at, 1)
}
const copyOf = (b: Builder, part: Part): Part => ({
  ...part,
  id: b.part('x', '').id,
  kids: part.kids.map((kid) => copyOf(b, kid)),
})
function restyle(part: Part, css: string): void {
  part.css += `;${css}`
  part.isEdited = true
}

export const edits = {
  none: () => [],
  insert: (b, { root }) => {
    const at = b.random.int(1, Math.max(1, Math.floor(root.kids.length / 2)))
    root.kids.splice(at, 0, anySection(b))
    return []
  },
  dropSection: (b, { root }) =>
    root.kids.splice(b.random.int(1, root.kids.length - 2), 1).map(({ id }) => id),
  moveSection: (b, { root }) => {
    const moved = root.kids.splice(b.random.int(1, root.kids.length - 2), 1)
    root.kids.splice(b.random.int(1, root.kids.length - 1), 0, ...moved)
    return moved.map(({ id }) => id)
  },
  move: (b, { root }) => {
    const things = b.random.some(movable(root), 3)
    for (const { part, parent } of things)
      if (b.random.chance(0.5) && parent.kids.length > 1) {
        takeOut({ part, parent })
        parent.kids.splice(b.random.int(0, parent.kids.length), 0, part)
      } else {
        const left = b.random.pick([-1, 1]) * b.random.int(12, 60)
        part.css += `;position:relative;left:${left}px;top:${b.random.int(-40, 40)}px`
      }
    return idsOf(things)
  },
  spacing: (b, { root }) => {
    const some = b.random.some(root.kids.slice(1, -1), 3)
    for (const part of some) part.css += `;padding-top:${b.random.int(4, 90)}px`
    return some.map(({ id }) => id)
  },
  words: (b, { root }) => {
    const things = b.random.some(leaves(root, ['text', 'button']), 6)
    for (const { part } of things) {
      const said = part.text ?? ''
      const count = said.split(' ').length
      part.text = b.random.chance(0.5) ? b.say(Math.max(1, count - 1), count + 2) : `${said} ${b.say(1, 3)}`
      part.isEdited = true
    }
    return idsOf(things)
  },
  color: (b, { root }) => {
    const things = b.random.some([...leaves(root, ['button', 'text', 'icon']), ...cards(root)], 6)
    const hue = b.random.int(0, 359)
    for (const { part } of things)
      if (part.leaf === 'text') restyle(part, `color:hsl(${hue} 70% 45%)`)
      else if (part.leaf === 'icon') restyle(part, `filter:hue-rotate(${b.random.int(60, 180)}deg)`)
      else restyle(part, `background:hsl(${hue} 60% ${part.leaf ? 45 : 90}%)`)
    return idsOf(things)
  },
  restyle: (b, { root }) => {
    const things = b.random.some(leaves(root, ['text', 'button']), 4)
    for (const { part } of things) {
      const weight = b.random.chance(0.5) ? 'font-weight:700' : 'font-style:italic'
      restyle(part, `font-size:${b.random.pick([14, 22, 28])}px;${weight}`)
    }
    return idsOf(things)
  },
  remove: (b, { root }) => {
    const things = b.random.some(movable(root), 3)
    for (const thing of things) takeOut(thing)
    return idsOf(things)
  },
  blank: (b, { root }) => {
    const things = b.random.some(movable(root), 3)
    for (const { part } of things) {
      part.css += ';visibility:hidden'
      part.isHidden = true
    }
    return idsOf(things)
  },
  duplicate: (b, { root }) => {
    const things = b.random.some(cards(root), 2)
    for (const { part, parent } of things)
      parent.kids.splice(parent.kids.indexOf(part) + 1, 0, copyOf(b, part))
    return idsOf(things)
  },
  retouch: (b, { root }) => {
    const things = b.random.some(leaves(root, ['photo']), 4)
    for (const { part } of things) {
      part.retouch = b.random.int(1, 3)
      part.isEdited = true
    }
    return idsOf(things)
  },
  theme: (b, version) => {
    version.theme = b.random.pick(['dark', 'warm', 'dark'])
    return []
  },
  reflow: (b, version) => {
    const widths = version.width > 1000 ? [1024, 1152, 1280, 1680] : [360, 414, 480]
    version.width = b.random.pick(widths.filter((width) => width !== version.width))
    return []
  },
  font: (b, version) => {
    version.font = (version.font + b.random.int(1, 5)) % 6
    return []
  },
  scale: (b, version) => {
    version.scale = version.scale === 2 ? 1 : b.random.pick([2, 2, 1.5])
    return []
  },
  jpeg: (b, version) => {
    version.jpeg = b.random.int(45, 85)
    return []
  },
  crop: (b, version) => {
    const side = () => b.random.pick([0, b.random.real(0.02, 0.2)])
    const end = () => b.random.real(0, 0.2)
    version.crop = { left: side(), top: end(), right: side(), bottom: end() }
    return []
  },
} satisfies Record<string, Edit>

export type EditKind = keyof typeof edits
const all = Object.keys(edits) as EditKind[]
const mixable: readonly EditKind[] = [
  ...(['insert', 'dropSection', 'move', 'spacing', 'words', 'color', 'remove'] as const),
  ...(['duplicate', 'retouch', 'jpeg', 'scale', 'moveSection'] as const),
]

/** A quarter of the pairs have two or three edits; the others take turns. */
export function kindsOf(b: Builder, index: number): EditKind[] {
  if (index % 4 === 3) return b.random.some(mixable, b.random.int(2, 3))
  return [all[(index - Math.floor(index / 4)) % all.length] as EditKind]
}
