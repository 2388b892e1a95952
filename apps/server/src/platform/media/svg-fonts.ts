import { type Declaration, editDeclarations } from '#server/platform/media/css-declarations'
import { editSvg } from '#server/platform/media/svg-edit'

const sans = 'Arial, Liberation Sans'
const serif = 'Times New Roman, Liberation Serif'
const mono = 'DejaVu Sans Mono, Liberation Mono, monospace'
/** What browsers on Linux use for a family that is not installed. */
const instead: Record<string, string> = {
  'sans-serif': sans,
  sans: `DejaVu Sans, ${sans}`,
  arial: sans,
  helvetica: 'Helvetica, Liberation Sans',
  'system-ui': `DejaVu Sans, ${sans}`,
  serif,
  'times new roman': serif,
  times: 'Times, Liberation Serif',
  'courier new': 'Courier New, Liberation Mono',
  courier: 'Courier, Liberation Mono',
  monospace: mono,
  mono,
}
const others = new Set(['inherit', 'initial', 'unset', 'revert'])

const size = /^.*\d(?:[a-z]+|%)?(?:\s*\/\s*[\d.]+[a-z%]*)?\s+/i
const quotes = /^["']|["']$/g

/**
 * Names the browsers' fonts: one renderer knows no others, the other's generic families differ. Splits `font`, which
 * one cannot read.
 */
export function withBrowserFonts(document: string): string {
  if (!document.includes('font')) return document
  return editSvg(document, {
    tag: (_name, attributes) => {
      let isChanged = false
      for (const one of attributes) {
        const value = ownFonts(one.name, one.value)
        if (value === one.value) continue
        one.value = value
        isChanged = true
      }
      return isChanged
    },
    sheet: (css) =>
      editDeclarations(css, true, (declaration, rule) =>
        /^@font-face/i.test(rule?.selector ?? '') ? null : known(declaration),
      ),
  })
}

function ownFonts(name: string, value: string): string {
  if (name === 'font-family') return familiesOf(value)
  return name === 'style' ? editDeclarations(value, false, known) : value
}

function known({ property, value }: Declaration): string | null {
  if (value.includes('!')) return null
  if (property === 'font-family') return familiesOf(value)
  const before = property === 'font' ? size.exec(value)?.[0] : undefined
  if (before === undefined) return null
  const families = familiesOf(value.slice(before.length))
  return `${before}${families};${partsOf(before)};font-family:${families}`
}

/** The parts of a `font` before its families. */
function partsOf(before: string): string {
  const words = before.trim().split(/\s*\/.*|\s+/)
  const found = (pattern: RegExp) => words.find((word) => pattern.test(word)) ?? 'normal'
  const parts = {
    'font-style': found(/^(?:italic|oblique)$/i),
    'font-weight': found(/^(?:bold(?:er)?|lighter|[1-9]00)$/i),
    'font-size': found(/^[\d.]+(?:[a-z]+|%)/i),
  }
  return Object.entries(parts)
    .map((part) => part.join(':'))
    .join(';')
}

function familiesOf(list: string): string {
  if (process.platform !== 'linux') return list
  const families = list.split(',').map((family) => family.trim())
  const names = families.map((family) => family.replace(quotes, '').toLowerCase())
  const isEnding = names.some((name) => name === '' || name in instead || others.has(name))
  const found = families.map((family, n) => instead[names[n] ?? ''] ?? family)
  return (isEnding ? found : [...found, serif]).join(', ')
}
