import { randomFrom } from '../../../apps/server/src/platform/media/carry/find-features.ts'

/** A part of a page; `id` stays with it through every edit and ties version 2 to version 1. */
export type Part = {
  id: string
  tag: string
  cls: string
  css: string
  kids: Part[]
  leaf?: 'text' | 'photo' | 'button' | 'icon' | 'chart'
  text?: string
  photo?: number
  retouch?: number
  glyph?: number
  chart?: number
  /** It looks different in version 2. */
  isEdited?: boolean
  /** It left a gap. */
  isHidden?: boolean
}

export type Version = {
  width: number
  root: Part
  theme: 'light' | 'dark' | 'warm'
  font: number
  scale: number
  jpeg?: number
  crop?: { left: number; top: number; right: number; bottom: number }
}

export type Random = {
  next: () => number
  int: (least: number, most: number) => number
  real: (least: number, most: number) => number
  chance: (share: number) => boolean
  pick: <T>(list: readonly T[]) => T
  some: <T>(list: readonly T[], count: number) => T[]
}

/** The same for the same seed, on every machine. */
export function randomOf(seed: number): Random {
  const next = randomFrom(seed)
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new Error('nothing to choose from')
    return list[int(0, list.length - 1)] as T
  }
  const some = <T>(list: readonly T[], count: number): T[] =>
    list
      .map((one) => ({ one, at: next() }))
      .sort((a, b) => a.at - b.at)
      .slice(0, count)
      .map(({ one }) => one)
  return {
    next,
    int,
    pick,
    some,
    chance: (share) => next() < share,
    real: (least, most) => least + next() * (most - least),
  }
}

export function walk(part: Part, visit: (part: Part, parents: readonly Part[]) => void): void {
  const go = (one: Part, parents: readonly Part[]) => {
    visit(one, parents)
    for (const kid of one.kids) go(kid, [...parents, one])
  }
  go(part, [])
}

const words =
  'studio brand light paper motion grid type colour launch client review margin poster window garden coffee summer northern quiet bright simple travel market season booking detail service harbour lantern copper meadow signal canvas object framework answer morning'.split(
    ' ',
  )

export type Builder = ReturnType<typeof makeBuilder>

export function makeBuilder(random: Random) {
  let count = 0
  const part = (tag: string, cls: string, kids: Part[] = [], more: Partial<Part> = {}): Part => ({
    ...{ id: `n${count++}`, tag, cls, css: '', kids },
    ...more,
  })
  const say = (least: number, most: number) => {
    const said = Array.from({ length: random.int(least, most) }, () => random.pick(words)).join(' ')
    return said.charAt(0).toUpperCase() + said.slice(1)
  }
  const plain = (tag: string, cls: string, text: string) => part(tag, cls, [], { text, leaf: 'text' })
  return {
    random,
    part,
    say,
    plain,
    words: (tag: string, cls: string, least: number, most: number) => plain(tag, cls, say(least, most)),
    photo: (cls: string, photo = random.int(0, 39)) =>
      part('div', `photo ${cls}`, [], { photo, leaf: 'photo' }),
    button: (text: string, cls = '') => part('span', `btn ${cls}`, [], { text, leaf: 'button' }),
    icon: (glyph = random.int(0, 11)) => part('span', 'icon', [], { glyph, leaf: 'icon' }),
    chart: (cls: string) => part('div', cls, [], { chart: random.int(1, 1e6), leaf: 'chart' }),
    price: () => plain('span', 'price', `€ ${random.int(4, 299)}.${random.pick(['00', '50', '90', '95'])}`),
  }
}
