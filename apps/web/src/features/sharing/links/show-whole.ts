/** A form that opens at the end of the dialog is scrolled to with its buttons, not its field alone. */
export function showWhole(form: HTMLElement | null): void {
  form?.scrollIntoView({ block: 'nearest' })
}
