/**
 * `npm run verify-storage`: checks, with the server's settings, that all files are stored as uploaded. The server may
 * run.
 */
import { dayOf } from '@wingmark/contract/days'
import { checkStorage, type Problem, type Totals } from '#server/modules/files/integrity/service'
import { type Beside, besideServer } from '#server/operator-command'
import { openStorage } from '#server/platform/open-storage'

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`

function describe(problem: Problem): string {
  if (problem.kind === 'orphaned') {
    const { place, sizeBytes, modifiedAt } = problem.stored
    const since = dayOf(modifiedAt)
    return `ORPHANED ${place}: ${sizeBytes.toLocaleString('en')} bytes of ${since} that no file refers to`
  }
  const { key, of } = problem
  const place = of.review === null ? 'in no review' : `in the review “${of.review}”`
  const others = of.copies > 1 ? `, and ${of.copies - 1} more that share its bytes` : ''
  const version = of.version === null ? '' : ` (version ${of.version})`
  const what = `“${of.name}”${version} ${place}, of ${of.owner} (file ${of.file}, key ${key})${others}`
  return problem.kind === 'missing' ? `MISSING ${what}` : `CHANGED ${what}: ${problem.how}`
}

function sum({ files, bytes, missing, changed, orphaned, firstSums }: Totals): string {
  const looked = `Checked ${files.toLocaleString('en')} stored originals, ${megabytes(bytes)}`
  const first =
    firstSums > 0
      ? ` ${firstSums.toLocaleString('en')} had no checksum to compare with yet and have one now.`
      : ''
  return missing + changed + orphaned === 0
    ? `${looked}: all match what was uploaded, and nothing is orphaned.${first}`
    : `${looked}: ${missing} missing, ${changed} changed, ${orphaned} orphaned.${first}`
}

/** 0: all is well; 1: some files are wrong. */
async function verify({ config, db }: Beside): Promise<number> {
  const storage = await openStorage(config)
  const totals = await checkStorage({ db, storage }, (problem) => console.log(describe(problem)))
  console.log(sum(totals))
  return totals.missing + totals.changed + totals.orphaned === 0 ? 0 : 1
}

await besideServer(verify)
