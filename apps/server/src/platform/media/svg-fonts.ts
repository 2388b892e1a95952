/** What browsers on Linux take for a family, where it is not there itself. */
const instead: Record<string, string> = {
  'sans-serif': 'Arial, Liberation Sans',
  arial: 'Arial, Liberation Sans',
  helvetica: 'Helvetica, Liberation Sans',
  serif: 'Times New Roman, Liberation Serif',
  'times new roman': 'Times New Roman, Liberation Serif',
  times: 'Times, Liberation Serif',
  'courier new': 'Courier New, Liberation Mono',
  courier: 'Courier, Liberation Mono',
  monospace: 'DejaVu Sans Mono, Liberation Mono, monospace',
}
const others = new Set(['system-ui', 'inherit', 'initial', 'unset', 'revert'])

const attribute = /(\sfont-family\s*=\s*)(?:"([^"<]*)"|'([^'<]*)')/g
// In a style attribute it ends with it, in a sheet it may hold quotes.
const declaration =
  /(\bfont(?:-family)?\s*:)((?:&quot;|&apos;|&#3[49];|"[^"<;{}=]*"(?!\s+[\w:-]+=)|'[^'<;{}=]*'(?!\s+[\w:-]+=)|[^"'<>;{}&])+)/g
const size = /^.*\d(?:[a-z]+|%)?(?:\s*\/\s*[\d.]+[a-z%]*)?\s+/i
const quotes = /^(?:["']|&quot;|&apos;|&#3[49];)|(?:["']|&quot;|&apos;|&#3[49];)$/g

/** Names the fonts that browsers would take: one drawer knows no others, the other has different ones for the generic families. */
export function withBrowserFonts(document: string): string {
  if (process.platform !== 'linux' || !document.includes('font')) return document
  return document
    .replace(attribute, (_, name: string, double?: string, single?: string) =>
      double === undefined ? `${name}'${familiesOf(single ?? '')}'` : `${name}"${familiesOf(double)}"`,
    )
    .replace(declaration, (all, name: string, value: string) => {
      if (value.includes('!')) return all
      const before = name.includes('-') ? '' : (size.exec(value)?.[0] ?? value)
      return before === value ? all : `${name}${before}${familiesOf(value.slice(before.length))}`
    })
}

function familiesOf(list: string): string {
  const families = list.split(',').map((family) => family.trim())
  const names = families.map((family) => family.replace(quotes, '').toLowerCase())
  const isEnding = names.some((name) => name === '' || name in instead || others.has(name))
  const known = families.map((family, n) => instead[names[n] ?? ''] ?? family)
  return (isEnding ? known : [...known, instead['serif']]).join(', ')
}
