import type { Module } from '#server/module'
import { mountTestimonials } from '#server/modules/testimonials/routes'
import { exportTestimonial } from '#server/modules/testimonials/service'
import { unverifiedTestimonial } from '#server/modules/testimonials/unverified-work/store'

export const testimonialsModule: Module = {
  mount: mountTestimonials,
  unverifiedWork: [unverifiedTestimonial],
  exported: { 'customer-review': exportTestimonial },
}
