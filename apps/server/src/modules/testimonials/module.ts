import type { Module } from '#server/module'
import { earlierTestimonial } from '#server/modules/testimonials/earlier/store'
import { mountTestimonials } from '#server/modules/testimonials/routes'
import { exportTestimonial } from '#server/modules/testimonials/service'

export const testimonialsModule: Module = {
  mount: mountTestimonials,
  earlier: earlierTestimonial,
  exported: { 'customer-review': exportTestimonial },
}
