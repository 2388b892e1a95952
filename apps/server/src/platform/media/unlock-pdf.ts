import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { loadDocument, type Pdfium, pdfium } from '#server/platform/media/render-pdf'
import { RenderError, type RenderResult } from '#server/platform/media/render-protocol'
import { asWasmFunction } from '#server/platform/media/wasm-function'

const REMOVE_SECURITY = 3
/** The null slot of PDFium's table of functions, which cannot grow. */
const FREE_SLOT = 0

type Job = { path: string; password: string; output: string; maxBytes: number }
type Saving = Pdfium & {
  _FPDF_SaveAsCopy: (document: number, writer: number, flags: number) => number
  wasmExports: { __indirect_function_table: { set: (slot: number, value: unknown) => void } }
}

/**
 * Writes the document without its password, which need not be stored then. Throws PASSWORD for a wrong one, TOO_LARGE.
 */
export async function unlockPdf({ path, password, output, maxBytes }: Job): Promise<RenderResult> {
  const module = await pdfium()
  if (!canSave(module)) throw new Error('This PDFium cannot write documents')
  const given = Buffer.from(`${password}\0`)
  const at = module.wasmExports.malloc(given.length)
  module.HEAPU8.set(given, at)
  try {
    const { document, bytes } = await loadDocument(module, path, at)
    try {
      save(module, document, output, maxBytes)
    } finally {
      module._FPDF_CloseDocument(document)
      module.wasmExports.free(bytes)
    }
    return { sizes: [], animated: false }
  } finally {
    module.HEAPU8.fill(0, at, at + given.length)
    module.wasmExports.free(at)
  }
}

function save(module: Saving, document: number, path: string, maxBytes: number) {
  const file = openSync(path, 'w', 0o600)
  let problem: unknown
  let written = 0
  const take = (_writer = 0, data = 0, size = 0) => {
    try {
      written += size
      if (written > maxBytes) throw new RenderError('TOO_LARGE')
      for (let done = 0; done < size; ) done += writeSync(file, module.HEAPU8, data + done, size - done)
      return 1
    } catch (error) {
      problem = error
      return 0
    }
  }
  const table = module.wasmExports.__indirect_function_table
  const writer = module.wasmExports.malloc(8)
  const fields = new DataView(module.HEAPU8.buffer, writer, 8)
  fields.setUint32(0, 1, true)
  fields.setUint32(4, FREE_SLOT, true)
  table.set(FREE_SLOT, asWasmFunction(take, 3))
  let isSaved = 0
  try {
    isSaved = module._FPDF_SaveAsCopy(document, writer, REMOVE_SECURITY)
    // Without the password, which is stored nowhere, it cannot be made again.
    fsyncSync(file)
  } finally {
    table.set(FREE_SLOT, null)
    module.wasmExports.free(writer)
    closeSync(file)
  }
  if (problem !== undefined || !isSaved) throw problem ?? new RenderError('DAMAGED')
}

function canSave(module: Pdfium): module is Saving {
  return '_FPDF_SaveAsCopy' in module && '__indirect_function_table' in module.wasmExports
}
