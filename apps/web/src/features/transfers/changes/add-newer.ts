import { isolated } from '@wingmark/contract/names'
import { change } from '#web/features/transfers/changes/transfer-change'
import { placeNewer } from '#web/features/transfers/queries'
import { number, orNull, shape, text } from '#web/lib/changes/read-kept'

/** Copies a review's current version beside a file that holds an earlier one. */
export const addNewer = change(
  'newer',
  shape({ id: text, file: text, name: text, version: number, parent: orNull(text), beside: text }),
  {
    apply: (tree) => tree,
    async send({ made }, { id, parent, ...newer }) {
      made(id, [await placeNewer(newer, parent)])
    },
    invert: (_before, { id }) => ({ kind: 'remove', ids: [id], deletion: `${id} removed` }),
    messages: {
      thing: () => 'version you added',
      done: ({ version, beside }) => `Version ${version} added beside ${isolated(beside)}`,
    },
  },
)
