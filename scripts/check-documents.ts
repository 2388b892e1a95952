/** Fails when a document names a missing path or npm script, or shows figures that differ from the measured ones. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { tableProblem } from '../bench/support/figures.ts'

/** A test passes another folder. */
const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'))
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
const documents = globSync(['*.md', 'docs/**/*.md', 'bench/*.md'], { cwd: root })
const notOurs = new Set(['node_modules', 'dist', 'data', '.git', '.cache', 'test-results'])
/** Every file of the repository, with `/` before it so that the end of a path can be looked for. */
const files = globSync('**', { cwd: root, exclude: (name) => notOurs.has(name.split('/').at(-1) ?? '') }).map(
  (path) => `/${path}`,
)
const problems: string[] = []

const isPath = (text: string) =>
  /^\.{0,2}[\w@-][\w.@-]*(\/[\w.@-]+)*\/?$/.test(text) &&
  (text.includes('/') || /\.(md|tsx?|js|json|css)$/.test(text))
/** Written at runtime, such as `data/files` or `DATA_DIR/mail`. */
const isWritten = (text: string) =>
  /^(\.\/)?(data|dist|node_modules|test-results|apps\/\w+\/dist)\b|^[A-Z_]+\//.test(text)
/** Media types and packages. */
const isOther = (text: string) =>
  /^(application|image|text|video|audio|multipart)\/|^@/.test(text) ||
  existsSync(join(root, 'node_modules', text))

/** Finds `modules/access` as `apps/server/src/modules/access`, and `ids` as `ids.ts`, each after a `/`. */
function isThere(path: string, document: string): boolean {
  if ([root, resolve(root, dirname(document))].some((folder) => existsSync(join(folder, path)))) return true
  const wanted = `/${path.replace(/\/$/, '')}`
  return files.some((file) => ['', '.ts', '.tsx'].some((ending) => file.endsWith(wanted + ending)))
}

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
    if (!isPath(quote) || isWritten(quote) || isOther(quote)) continue
    if (!isThere(quote, document)) problems.push(`${document}: \`${quote}\` is not there.`)
  }
}
const figures = tableProblem(root)
if (figures) problems.push(figures)

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`documents: ${documents.length} files, every link and path is there.`)
