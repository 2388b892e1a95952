/** What a link is made with, as it is typed. */
export type LinkTerms = {
  title: string
  message: string
  to: string
  /** Days from now, a day of the calendar, or `never`. */
  ends: string
  accessKey: string
  maxDownloads: string
}

export const noTerms: LinkTerms = {
  ...{ title: '', message: '', to: '', ends: '7', accessKey: '', maxDownloads: '' },
}
