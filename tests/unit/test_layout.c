// Where things lie in packed states.
#include "exec/exec.h"
#include "test_trace_net.h"

static void start(net_fixture *f, net_template *by, const net_template *t) {
  net_stmt *s = test_stmt(f, test_edge(f, by, 0, 0, "run", NULL), STMT_RUN);
  s->template_ = (int32_t)t->index;
  s->priority = 1;
}

static program *compiled(net_fixture *f) {
  net_finish(f->n);
  return exec_compile(f->m, &(exec_setup){.net = f->n});
}

NET_TEST(without_starts_the_number_of_processes_tells_all) {
  test_active(f, "P", 200);
  test_active(f, "Q", 300);
  program *p = compiled(f);
  assert_int_equal(p->plan->fixed, 2);
  assert_int_equal(p->plan->id_count, 0);
  assert_int_equal(p->plan->shapes[0].location, CELL_U8); // the one is as narrow as if the other were not there
  assert_int_equal(p->plan->shapes[1].location, CELL_U16);
  machine *m = exec_machine(f->m, p);
  exec_buffer b = {0};
  assert_int_equal(exec_initial(m, &b), FAULT_NONE);
  assert_int_equal(b.bytes[0], 2);
  assert_int_equal(m->layout->size, 1 + 1 + 2);
  assert_int_equal(m->layout->test_count, 0);
  assert_ptr_equal(layout_of(m->layouts, b.bytes, 4), m->layout);
  b.bytes[0] = 1; // the youngest has died
  assert_ptr_equal(layout_of(m->layouts, b.bytes, 2), m->layout->parent);
  exec_machine_free(m);
  exec_free(p);
}

NET_TEST(processes_up_to_the_first_that_starts_others_are_fixed) {
  net_template *idle = test_active(f, "Idle", 2), *p = test_active(f, "P", 3), *q = test_active(f, "Q", 5);
  net_template *never = test_template(f, "Never", 7), *r = test_template(f, "R", 11);
  start(f, p, r);
  start(f, q, idle);
  program *made = compiled(f);
  const frame_shape *shapes = made->plan->shapes;
  assert_int_equal(made->plan->fixed, 2);
  assert_true(shapes[idle->index].needs_id); // it may be started again
  assert_false(shapes[p->index].needs_id);
  assert_true(shapes[q->index].needs_id);
  assert_false(shapes[never->index].needs_id);
  assert_true(shapes[r->index].needs_id);
  assert_int_equal(made->plan->id_count, 2 + 5 + 11);
  for (uint32_t i = 0; i < f->n->templates.count; i++)
    for (uint32_t k = 0; k < shapes[i].locations && shapes[i].needs_id; k++)
      assert_int_equal(made->plan->template_of[shapes[i].first_location + k], i);
  exec_free(made);
}

NET_TEST(a_block_that_starts_processes_counts) {
  net_template *p = test_active(f, "P", 2), *q = test_active(f, "Q", 2);
  net_flow empty = {0};
  vec_push(f->m, &f->n->blocks, empty);
  net_add_location(f->n, &f->n->blocks.at[0]);
  net_edge *e = net_add_edge(f->n, &f->n->blocks.at[0], 0, NET_BLOCK_EXIT);
  net_stmt *s = test_stmt(f, e, STMT_RUN);
  s->template_ = (int32_t)q->index;
  test_stmt(f, test_edge(f, p, 0, 1, "block", NULL), STMT_BLOCK);
  program *made = compiled(f);
  assert_int_equal(made->plan->fixed, 1);
  exec_free(made);
}

NET_TEST(one_template_that_is_started_needs_no_test) {
  net_template *p = test_active(f, "P", 1), *q = test_template(f, "Q", 2);
  start(f, p, q);
  program *made = compiled(f);
  machine *m = exec_machine(f->m, made);
  exec_buffer b = {0};
  assert_int_equal(exec_initial(m, &b), FAULT_NONE);
  layout *grown = layout_child(m->layouts, m->layout, q->index);
  assert_int_equal(grown->test_count, 0);
  assert_ptr_equal(layout_child(m->layouts, m->layout, q->index), grown);
  exec_machine_free(m);
  exec_free(made);
}

// A frame's location tells its template, whatever was found before.
NET_TEST(frames_tell_their_templates) {
  net_template *p = test_active(f, "P", 1), *t[2];
  for (uint32_t i = 0; i < 2; i++) {
    t[i] = test_template(f, "T", 150);
    start(f, p, t[i]);
  }
  test_var(f, t[1], "wide", 5)->is_parameter = true;
  program *made = compiled(f);
  const layout_plan *plan = made->plan;
  assert_int_equal(plan->id_width, CELL_U8);
  assert_int_equal(plan->shapes[t[0]->index].tag_size, 0);
  assert_int_equal(plan->shapes[t[1]->index].tag_size, 1); // there is no room for the locations of both
  machine *m = exec_machine(f->m, made);
  exec_buffer b = {0};
  assert_int_equal(exec_initial(m, &b), FAULT_NONE);
  exec_reserve(m, &b, 100);
  layout *first = m->layout;
  for (uint32_t i = 0; i < 16; i++) {
    layout *l = first;
    for (uint32_t k = 0; k < 4; k++) {
      uint32_t which = i >> k & 1, number = plan->shapes[t[which]->index].first_location + (i * 37 + k) % 150;
      const frame_shape *shape = &plan->shapes[t[which]->index];
      b.bytes[l->size] = (uint8_t)shape->tag;
      frame_set_number(shape, b.bytes + l->size + shape->tag_size, number);
      l = layout_child(m->layouts, l, t[which]->index);
    }
    layout_write(l, b.bytes);
    assert_ptr_equal(layout_of(m->layouts, b.bytes, l->size), l);
    assert_ptr_equal(layout_of(m->layouts, b.bytes, l->size), l);
    for (uint32_t k = 0; k < 4; k++)
      assert_int_equal(frame_location(l->shape[k + 1], b.bytes + l->frame[k + 1]), (i * 37 + k) % 150);
  }
  exec_machine_free(m);
  exec_free(made);
}

// All but one of 300 templates are small enough to be id_count by a location; there are too many for a byte.
NET_TEST(many_templates_are_told_by_wider_numbers) {
  net_template *p = test_active(f, "P", 1);
  for (uint32_t i = 0; i < 300; i++)
    start(f, p, test_template(f, "T", i ? 2 : 65500));
  program *made = compiled(f);
  const layout_plan *plan = made->plan;
  assert_int_equal(plan->id_width, CELL_U16);
  assert_int_equal(plan->shapes[1].tag_size, 2);
  assert_int_equal(plan->shapes[1].location, CELL_U16);
  assert_int_equal(plan->id_count, 1 + 299 * 2);
  machine *m = exec_machine(f->m, made);
  exec_buffer b = {0};
  assert_int_equal(exec_initial(m, &b), FAULT_NONE);
  layout *first = m->layout;
  for (uint32_t i = 0; i < 300; i++) {
    exec_start s = {.template_ = 1 + i};
    exec_enter(m, b.bytes, first, 0);
    m->buffer = &b;
    assert_int_equal(exec_start_process(m, &s, NULL), FAULT_NONE);
    layout_write(m->layout, b.bytes);
    layout *found = layout_of(m->layouts, b.bytes, m->layout->size);
    assert_ptr_equal(found, m->layout);
    assert_int_equal(found->shape[1]->template_->index, 1 + i);
  }
  exec_machine_free(m);
  exec_free(made);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(without_starts_the_number_of_processes_tells_all),
      cmocka_unit_test(processes_up_to_the_first_that_starts_others_are_fixed),
      cmocka_unit_test(a_block_that_starts_processes_counts),
      cmocka_unit_test(one_template_that_is_started_needs_no_test),
      cmocka_unit_test(frames_tell_their_templates),
      cmocka_unit_test(many_templates_are_told_by_wider_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
