import { circle, createDice, type Design, design, path, rect, times } from './svg.ts'

const columns = 6
const rows = 8
const cell = 200

const palettes = [
  ['#12355B', '#F4B942', '#F7F3E8', '#D64933'],
  ['#1F3D36', '#9CC69B', '#F2E9DC', '#E36414'],
  ['#3A1772', '#F2789F', '#FEF3E2', '#5398BE'],
  ['#22223B', '#C9ADA7', '#F2E9E4', '#9A8C98'],
  ['#004E64', '#25A18E', '#FFFCF2', '#FF7F51'],
] as const

/** A poster of circles, quarters and squares, another one for every number. */
export function pattern(name: string, number: number): Design {
  const dice = createDice(number)
  const [ground, first, second, third] = palettes[number % palettes.length] ?? palettes[0]
  const colors = [first, second, third]
  const color = () => colors[Math.floor(dice() * colors.length)] ?? first
  const parts = times(columns * rows, (index) => {
    const [x, y] = [(index % columns) * cell, Math.floor(index / columns) * cell]
    const kind = dice()
    if (kind < 0.25) return circle(x + cell / 2, y + cell / 2, cell / 2, color())
    if (kind < 0.5) return path(`M${x} ${y}h${cell}a${cell} ${cell} 0 0 1 -${cell} ${cell}Z`, color())
    if (kind < 0.7) return path(`M${x} ${y + cell}v-${cell}h${cell}Z`, color())
    return kind < 0.85 ? rect(x, y, cell, cell, color()) : ''
  })
  return design(name, columns * cell, rows * cell, [
    rect(0, 0, columns * cell, rows * cell, ground),
    ...parts,
  ])
}
