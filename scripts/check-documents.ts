/** Fails when a document names a file, a folder or an npm script that is not there. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '..')
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
const documents = globSync(['*.md', 'docs/**/*.md', 'bench/*.md'], { cwd: root })
const problems: string[] = []

const isPath = (text: string) =>
  /^[\w.@-]+(\/[\w.@*<>-]+)*\/?$/.test(text) && (text.includes('/') || /\.(md|ts|tsx|json)$/.test(text))
const isPlaceholder = (text: string) =>
  /[*<>…]|^(\.\/)?(data|dist|node_modules|test-results)\b|DATA_DIR/.test(text)

for (const document of documents) {
  const text = readFileSync(join(root, document), 'utf8')
  const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map((match) => match[1] ?? '')
  for (const link of links) {
    if (!existsSync(resolve(root, dirname(document), link)))
      problems.push(`${document}: the link ${link} leads nowhere.`)
  }
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')
  for (const quote of quoted) {
    const script = /^npm (?:run )?([\w:-]+)$/.exec(quote)?.[1]
    if (script && !['install', 'ci', 'start', 'test'].includes(script) && !(script in scripts))
      problems.push(`${document}: there is no \`${quote}\`.`)
    const first = quote.split('/')[0] ?? ''
    const isOurs = existsSync(join(root, first)) || /\.(md|ts|tsx)$/.test(quote)
    if (!isPath(quote) || isPlaceholder(quote) || !isOurs) continue
    const places = [join(root, quote), resolve(root, dirname(document), quote)]
    if (!quote.includes('/') && /\.tsx?$/.test(quote)) continue
    if (!places.some((place) => existsSync(place))) problems.push(`${document}: \`${quote}\` is not there.`)
  }
}

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`documents: ${documents.length} files, every link and path is there.`)
