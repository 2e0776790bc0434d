use super::*;
use crate::context::CallOutcome;

const CALLER: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

fn context(traceparent: Option<&str>) -> ExecutionContext {
    ExecutionContext::new("1".to_owned(), None, traceparent.map(str::to_owned), "get".to_owned())
}

#[test]
fn a_traceparent_is_read_as_the_clause_has_it_or_not_at_all() {
    let read = TraceParent::parse(CALLER).unwrap();
    assert_eq!((read.trace_id >> 96, read.span_id, read.sampled), (0x4bf9_2f35, 0x00f0_67aa_0ba9_02b7, true));
    assert!(TraceParent::parse("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-comes").is_some());
    for wrong in [
        "",
        "00-1-1-01",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
        "00-4bf92f3577b34da6a3ce929d0e0e473é-00f067aa0ba902b7-01",
        "00-+bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    ] {
        assert_eq!(TraceParent::parse(wrong), None, "{wrong}");
    }
}

#[test]
fn the_api_gets_a_child_of_the_callers_trace_for_each_request() {
    let context = context(Some(CALLER));
    context.trace_as(CallTrace::of_call(context.traceparent(), 0.0));
    let sent = [(); 2].map(|()| trace_parent_for_upstream(&context).unwrap());
    let record = context.seal(CallOutcome::Succeeded);
    let ids: Vec<_> = sent.iter().map(|it| TraceParent::parse(it.to_str().unwrap()).unwrap()).collect();
    assert!(ids.iter().all(|id| id.sampled && id.trace_id == TraceParent::parse(CALLER).unwrap().trace_id));
    let spans: Vec<_> = record.requests.iter().map(|request| request.span_id).collect();
    assert_eq!(spans, ids.iter().map(|id| id.span_id).collect::<Vec<_>>());
    assert_ne!(spans[0], spans[1]);
    assert_eq!(record.trace.unwrap().parent_id, Some(0x00f0_67aa_0ba9_02b7));
}

#[test]
fn without_traces_the_callers_own_is_passed_on_and_nothing_is_made_up() {
    assert_eq!(trace_parent_for_upstream(&context(Some(CALLER))).unwrap(), CALLER);
    assert_eq!(trace_parent_for_upstream(&context(None)), None);
    assert_eq!(trace_parent_for_upstream(&context(Some("hello\r\nworld"))), None);
}

#[test]
fn the_caller_decides_whether_its_trace_is_recorded_and_else_the_ratio_does() {
    let unsampled = CALLER.replace("-01", "-00");
    assert!(!CallTrace::of_call(Some(&unsampled), 1.0).sampled);
    assert!(CallTrace::of_call(Some(CALLER), 0.0).sampled);
    assert!(!CallTrace::of_call(None, 0.0).sampled);
    assert!(CallTrace::of_call(None, 1.0).sampled);
    let half = (0..4_000).filter(|_| CallTrace::of_call(None, 0.5).sampled).count();
    assert!((1_600..2_400).contains(&half), "{half}");
}

#[test]
fn each_request_keeps_the_status_of_its_own_answer() {
    let context = context(None);
    for status in [Some(503), None, Some(200)] {
        let _ = trace_parent_for_upstream(&context);
        context.note(|facts| facts.status = status.or(facts.status));
        context.request_ends();
    }
    let record = context.seal(CallOutcome::Succeeded);
    assert_eq!(record.requests.iter().map(|it| it.status).collect::<Vec<_>>(), [Some(503), None, Some(200)]);
    assert_eq!(record.status, Some(200));
    assert!(record.requests.iter().all(|it| it.begin <= it.end && it.end <= record.duration));
}

#[test]
fn a_call_of_endless_requests_keeps_the_first_ones() {
    let context = context(None);
    for _ in 0..1_000 {
        let _ = trace_parent_for_upstream(&context);
    }
    assert_eq!(context.seal(CallOutcome::Cancelled).requests.len(), 16);
}
