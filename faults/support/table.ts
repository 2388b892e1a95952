import { basename } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** The accident of each file, with its number in the project's documents and commits. */
const faults: Record<string, string> = {
  'kill-during-upload': 'F1 killed during an upload',
  'kill-while-writing': 'F2 F3 F4 killed between bytes and record, in comments and reviews',
  'random-trial': 'F9 two people in a room and at a board, behind lines that come and go',
  'kill-on-s3': 'F1 killed during an upload, with files on S3',
  'kill-during-delete': 'F5 killed while deleting',
  'kill-while-moving': 'F2 F3 killed while tasks are made, moved and resolved; 20 people at one board',
  'kill-while-sending': 'F5 killed while files are sent, claimed, downloaded and moved',
  'disk-full': 'F6 full disk',
  'database-full': 'F7 full disk of the database',
  'broken-downloads': 'F10 downloads that are cut, and slow receivers',
  'cut-lines': 'F9 clients that go away',
  'slow-lines': 'F10 slow clients',
  'slow-upload': 'F10 500 MB over a slow line',
  'quota-race': 'F12 uploads that race for the last storage',
  'costly-files': 'F16 files that are costly to draw',
  'stop-under-load': 'F17 stopped under load',
  'back-up-under-load': 'F20 restored from what was backed up under load',
  'torn-files': 'F18 stored files that were cut, changed, lost',
  start: 'starts, endings and crashes of whole servers',
  'start-on-s3': 'starts with files on S3',
  'files-on-s3': 'a store on S3 that is down, hangs or has lost bytes',
  'storage-on-s3': 'what is written to a store on S3 is whole or not there',
  'verify-storage': 'damage that npm run verify-storage names',
}

/** Prints at the end which accidents were survived, and the figures (the annotations of the tests). */
export default class FaultTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const rows = modules.map(rowOf).toSorted((a, b) => number(a.fault) - number(b.fault))
    console.log('\nAccident, and what came of it')
    for (const { fault, isSurvived, passed, count, seconds, figures } of rows) {
      const outcome = !isSurvived ? 'FAILED  ' : passed > 0 ? 'survived' : 'not run '
      console.log(`${outcome}  ${fault}: ${passed} of ${count} tests, ${seconds} s`)
      for (const figure of figures) console.log(`            ${figure}`)
    }
    const lost = rows.filter(({ isSurvived }) => !isSurvived)
    console.log(
      lost.length === 0
        ? `All ${rows.filter(({ passed }) => passed > 0).length} that were run were survived.`
        : `${lost.length} of ${rows.length} were not survived.`,
    )
  }
}

function rowOf(module: TestModule) {
  const tests = [...module.children.allTests()]
  const name = basename(module.moduleId, '.test.ts')
  return {
    fault: faults[name] ?? name,
    isSurvived: module.ok() && tests.length > 0,
    passed: tests.filter((test) => test.result().state === 'passed').length,
    count: tests.length,
    seconds: Math.round(module.diagnostic().duration / 1000),
    figures: tests.flatMap((test) => test.annotations().map(({ message }) => message)),
  }
}

const number = (fault: string) => Number(/^F(\d+)/.exec(fault)?.[1] ?? Number.POSITIVE_INFINITY)
