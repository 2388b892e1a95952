import { expect, test, vi } from 'vitest'

vi.stubGlobal('matchMedia', () => ({ matches: true }))
const { emptyFoldersOf, filesOfFolder, filesOfTransfer, foldersOf, withoutHidden } = await import(
  './dropped-files.ts'
)

type Tree = { [name: string]: Tree | string }

/** Like a browser's description of dropped entries. */
function entryOf(name: string, content: Tree | string, above = ''): object {
  const fullPath = `${above}/${name}`
  if (typeof content === 'string') {
    const file = (done: (file: File) => void) => done(new File([content], name))
    return { name, fullPath, isFile: true, isDirectory: false, file }
  }
  const entries = Object.entries(content).map(([child, inside]) => entryOf(child, inside, fullPath))
  const createReader = () => ({ readEntries: (done: (some: object[]) => void) => done(entries.splice(0)) })
  return { name, fullPath, isFile: false, isDirectory: true, createReader }
}

const drop = (tree: Tree): DataTransfer =>
  Object.assign(Object.create(null), {
    items: Object.entries(tree).map(([name, content]) => ({
      kind: 'file',
      webkitGetAsEntry: () => entryOf(name, content),
      getAsFile: () => null,
    })),
  })

test('reads a dropped folder with hidden files, but without system files', async () => {
  const site = {
    '.htaccess': 'a',
    '.DS_Store': 'b',
    'index.html': 'c',
    img: { 'Thumbs.db': 'd', 'x.png': 'e' },
  }
  const files = await filesOfTransfer(drop({ site }))
  expect(files.map((file) => [...foldersOf(file), file.name].join('/'))).toEqual([
    'site/.htaccess',
    'site/img/x.png',
    'site/index.html',
  ])
  expect(withoutHidden(files).map((file) => file.name)).toEqual(['x.png', 'index.html'])
})

test('reports folders without a file', async () => {
  const set = { 'a.txt': 'a', later: {}, deep: { er: { '.DS_Store': 'x' } } }
  const files = await filesOfTransfer(drop({ set, alone: {} }))
  expect(
    emptyFoldersOf(files)
      .map((path) => path.join('/'))
      .toSorted(),
  ).toEqual(['alone', 'set/deep/er', 'set/later'])
})

test('a picked folder keeps its hidden files, too', () => {
  const files = ['site/.env', 'site/Thumbs.db', 'site/a.txt'].map((webkitRelativePath) =>
    Object.assign(new File(['a'], webkitRelativePath.slice(5)), { webkitRelativePath }),
  )
  expect(filesOfFolder(files).map((file) => file.name)).toEqual(['.env', 'a.txt'])
  expect(withoutHidden(filesOfFolder(files)).map((file) => file.name)).toEqual(['a.txt'])
})
