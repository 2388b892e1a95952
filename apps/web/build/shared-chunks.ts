import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

const library = /\/node_modules\//
const ui = /\/apps\/web\/src\/ui\//
/** Only forms and long lists use it: most pages do without. */
const ofForms =
  /\/(@mantine\/form|klona|fast-deep-equal|components\/(Checkbox|Code|Combobox|FileButton|Pagination|PasswordInput|Pill|PillsInput|Progress|Radio|Select|Switch|TagsInput))\/|\/ui\/(key-form|pages-nav|usage-bar|use-fading-form)\./

/** What buttons open beside themselves. */
const ofMenus = /\/(@floating-ui|tabbable|components\/(Menu|Popover|Tooltip)|utils\/Floating)\//

/** Dialogs and drag and drop: most pages open without either. */
const ofDialogs =
  /\/(@mantine\/(modals|spotlight)|components\/(Drawer|Modal|ModalBase|ScrollArea)|get-nonce|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|tslib|use-callback-ref|use-sidecar)\//
/** Parts of later pages, which neither the application's frame nor a board needs at first. */
const ofMore =
  /\/@mantine\/(core\/.*\/components\/(Accordion|Alert|Anchor|Badge|FocusTrap|Kbd|Overlay|Paper|Portal|Tabs)|hooks\/.*\/(use-focus-(return|trap)|use-long-press|use-pagination))\//
const icon = /\/@tabler\/icons-react\/.*\/icons\/(Icon\w+)\./
const source = join(import.meta.dirname, '../src')
/** Whose icons load from the start; other icons come with the first page that uses them. */
const withFirstIcons = /^(app|ui|features\/(messages|notifications|search|upload|workspaces))\//
const firstIcons = new Set(
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => withFirstIcons.test(file) && file.endsWith('.tsx'))
    .flatMap((file) => readFileSync(join(source, file), 'utf8').match(/\bIcon[A-Z]\w+/g) ?? []),
)
const isOfMore = (id: string) => {
  const name = icon.exec(id)?.[1]
  return name === undefined ? ofMore.test(id) : !firstIcons.has(name)
}
const uiOfMenus = /\/ui\/(menu-at|tip-at)\./
const uiOfDragging = /\/ui\/use-row-drag\./
const uiOfDialogs = /\/ui\/(question-dialog|shortcut-sheet|viewer-frame)\./
const ofDragging = /\/node_modules\/(@atlaskit|@babel\/runtime|bind-event-listener|raf-schd)\//

/** Bottom to top, as files may import each other: so no two of these chunks depend on each other. */
const layers = [
  {
    name: 'libraries',
    test: (id: string) =>
      library.test(id) &&
      !isOfMore(id) &&
      ![ofForms, ofMenus, ofDialogs, ofDragging].some((one) => one.test(id)),
  },
  { name: 'more-libraries', test: (id: string) => library.test(id) && isOfMore(id) },
  { name: 'dragging-libraries', test: ofDragging },
  { name: 'menu-libraries', test: ofMenus },
  { name: 'dialog-libraries', test: ofDialogs },
  { name: 'form-libraries', test: library },
  { name: 'lib', test: /\/packages\/contract\/|\/apps\/web\/src\/lib\// },
  {
    name: 'ui',
    test: (id: string) =>
      ui.test(id) && ![ofForms, uiOfDragging, uiOfMenus, uiOfDialogs].some((one) => one.test(id)),
  },
  { name: 'dragging-ui', test: uiOfDragging },
  { name: 'menu-ui', test: uiOfMenus },
  { name: 'dialog-ui', test: uiOfDialogs },
  { name: 'form-ui', test: ui },
] as const
const ofFeature = /\/apps\/web\/src\/features\/([\w-]+)\//
/** The sending part of comments: other features use it without a composer. */
const ofOutbox = /\/features\/comments\/(cards\/delivery|comment-pages|outbox\/|queries)/

/** Entries of one file each, whatever they share with the application. */
const alone = /\/src\/(service-worker|after-first-design|kept-first-view)\.ts$/

/** What every page needs. Otherwise the groups below would absorb it as imports, and every page would load them whole. */
const ofApplication = [
  { debugName: 'libraries of the application', name: 'react', test: library },
  { debugName: 'application', name: 'application' },
].map(({ name, ...group }, index) => ({
  ...group,
  name: (id: string, context: Context) => (alone.test(id) || needsZod(id, context) ? null : name),
  tags: ['$initial'] as ['$initial'],
  priority: 20 - index,
}))

/** One chunk per layer and feature; the bundler alone makes hundreds of tiny ones. Zod stays apart, for forms. */
export const sharedChunks = {
  groups: [
    ...ofApplication,
    ...layers.map(({ name, test }, index) => ({
      debugName: name,
      name: (id: string, context: Context) => (needsZod(id, context) ? null : name),
      test,
      minShareCount: 2,
      priority: layers.length - index,
    })),
    {
      debugName: 'features',
      name: (id: string, context: Context) =>
        needsZod(id, context) ? null : ofOutbox.test(id) ? 'outbox' : (ofFeature.exec(id)?.[1] ?? null),
      minShareCount: 2,
    },
  ],
}

const known = new Map<string, boolean>()

function needsZod(id: string, context: Context): boolean {
  const before = known.get(id)
  if (before !== undefined) return before
  const isZod = id.includes('/node_modules/zod/')
  known.set(id, isZod)
  const found = isZod || (context.getModuleInfo(id)?.importedIds ?? []).some((one) => needsZod(one, context))
  known.set(id, found)
  return found
}
