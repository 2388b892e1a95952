import { search } from '@wingmark/contract/search'
import { prepareCounts } from '#server/db/search-source'
import type { Mounting } from '#server/http/mount'
import { searchAll } from '#server/modules/search/service'

export function mountSearch({ mount, deps }: Mounting): void {
  prepareCounts()
  mount(search, ({ actor, query }) => searchAll(deps, actor, query))
}
