/** `npm run figures`: writes the table of `bench/figures.json` into `bench/README.md`. */
import { writeTable } from '../bench/support/figures.ts'

writeTable()
