/** A new link's terms, as typed. */
export type LinkTerms = {
  title: string
  message: string
  to: string
  /** Days from now, a calendar day, or `never`. */
  ends: string
  accessKey: string
  maxDownloads: string
}

/** Problems by field. */
export type TermsProblems = Partial<Record<keyof LinkTerms, string>>

export class TermsError extends Error {
  readonly problems: TermsProblems

  constructor(problems: TermsProblems, options?: ErrorOptions) {
    super(Object.values(problems)[0], options)
    this.name = 'TermsError'
    this.problems = problems
  }
}

/** Problems of fields that have not changed since. */
export const problemsLeft = (problems: TermsProblems, changed: object): TermsProblems =>
  Object.fromEntries(Object.entries(problems).filter(([field]) => !(field in changed)))

export const noTerms: LinkTerms = {
  ...{ title: '', message: '', to: '', ends: '7', accessKey: '', maxDownloads: '' },
}
