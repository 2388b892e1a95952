import { describe, expect, test } from 'vitest'
import {
  chosenParts,
  missingSentences,
  type Part,
  planSentences,
  skippedNote,
  skippedSentences,
} from './test-plan.ts'

const parts: Part[] = [
  { project: 'pure', files: ['scripts/a.test.ts', 'apps/web/b.test.ts'] },
  { project: 'server', files: ['apps/server/src/modules/reviews/trash/trash.test.ts'] },
  { project: 'journeys', files: ['e2e/marks.test.ts'] },
]

describe('what a run will do', () => {
  test('is all of it where nothing is named', () => {
    expect(chosenParts(parts, [])).toEqual(parts)
    expect(planSentences(parts, 905)).toEqual([
      'Tests: pure (2 files), server (1 file), journeys (1 file).',
      'Last time this took 15 min 5 s on this machine.',
    ])
  })

  test.each<[string[], string[]]>([
    [
      ['modules/reviews', 'e2e/marks'],
      ['server', 'journeys'],
    ],
    [['--project', 'pure'], ['pure']],
    [['--project=server', 'trash'], ['server']],
    [['-t', '--bail=1', 'marks'], ['journeys']],
    [['nowhere'], []],
  ])('of %j is %j', (given, projects) => {
    expect(chosenParts(parts, given).map(({ project }) => project)).toEqual(projects)
  })

  test('says how long it took, or that nobody knows yet', () => {
    const [, unknown] = planSentences(parts, null)
    expect(unknown).toBe('How long this takes is not known yet: it has not run to its end on this machine.')
    expect(planSentences(parts, 59.4).at(1)).toBe('Last time this took 59 s on this machine.')
    expect(planSentences(parts, 59.6).at(1)).toBe('Last time this took 1 min 0 s on this machine.')
  })

  test('says where no file has such a name', () => {
    expect(planSentences([], null).at(0)).toBe('Tests: no file of these names.')
  })
})

describe('what a run could not do', () => {
  const all = { chromium: false, swift: false, ffmpeg: false, pgbouncer: false }

  test('is nothing where nothing is missing', () => {
    expect(missingSentences(all)).toEqual([])
    expect(skippedSentences([])).toEqual([])
  })

  test('is said in a line each, with what helps', () => {
    expect(missingSentences({ ...all, chromium: true, ffmpeg: true })).toEqual([
      'NOT RUN: the browser journeys, because there is no Chromium: install Chromium or Chrome, or name it in CHROMIUM_PATH.',
      'NOT RUN: the tests of frames and lengths of videos, because there is no ffmpeg: install it.',
    ])
    expect(missingSentences({ ...all, swift: true }).join()).toContain('python3-swift')
  })

  test('is what a test gave, or its title says; one that was left out by its name says nothing', () => {
    expect(skippedNote('it starts', 'no\nsetpriv')).toBe('no setpriv')
    expect(skippedNote('a full disk (not run: nobody may mount one) > goes on', undefined)).toBe(
      'nobody may mount one',
    )
    expect(skippedNote('it starts', undefined)).toBeNull()
  })

  test('is said once for many tests of one reason', () => {
    const said = skippedSentences(['no setpriv', 'no disk', 'no disk'])
    expect(said).toEqual(['NOT RUN: no setpriv', 'NOT RUN: no disk'])
  })
})
