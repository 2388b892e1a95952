import type { Node, Tree } from '#web/features/transfers/changes/transfer-change'

const minutes = (ago: number) => new Date(Date.UTC(2026, 0, 15, 12) - ago * 60_000).toISOString()
const folder = (id: string, name: string, parent: string | null, ago: number): Node => ({
  id,
  name,
  type: 'FOLDER',
  parent,
  size: null,
  createdAt: minutes(ago),
})
const file = (id: string, name: string, parent: string | null, size: number, ago: number): Node => ({
  ...folder(id, name, parent, ago),
  type: 'FILE',
  size,
})

/** Invented, and the same for everybody. */
export const firstSample: Tree = {
  items: [
    folder('logo', 'Logo, final', null, 40),
    folder('print', 'Print', null, 180),
    file('brief', 'Brief.pdf', null, 482_113, 2_900),
    file('logo-svg', 'logo.svg', 'logo', 14_220, 45),
    file('logo-png', 'logo@2x.png', 'logo', 88_410, 44),
    folder('posters', 'Posters', 'print', 170),
    file('poster-a', 'poster-a.pdf', 'posters', 24_118_090, 160),
    file('poster-b', 'poster-b.pdf', 'posters', 22_904_771, 150),
  ],
  deleted: {},
}
