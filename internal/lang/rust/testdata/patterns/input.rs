fn patterns(input: Input, list: &[u8]) -> u8 {
    let (a, mut b, [c, .., d]) = input.parts();
    let Point { x, y: Some(inner), .. } = point else {
        return x;
    };
    let ref r = a;
    let name = name(b);
    let name = name + c;
    if let Some(value) | Other(value) = value() && let Ok(next) = next(value) {
        consume(value, next);
    }
    while let Some(top) = stack.pop() {
        push(top);
    }
    for (index, item) in item.iter().enumerate() {
        store(index, item);
    }
    match input.kind {
        0 => a,
        1..=MAX => d,
        n @ (2 | 3) if n > x => n,
        Kind::Unit => None,
        Kind::Tuple(first, ..) => first,
        Kind::Struct { field, other: &deep } => field + deep,
        [head, tail @ ..] => head,
        &Ref(ref target) => target,
        CONSTANT => 9,
        other => other,
    };
    let add = |left: u8, &right: &u8| left + right + outer;
    let block = {
        let hidden = 1;
        hidden
    };
    hidden(block, add(1, &2), name)
}
