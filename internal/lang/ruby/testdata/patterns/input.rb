def match(value, limit)
  case value
  in Integer | Float => number if number > limit
    number
  in [first, *rest]
    first + rest.size
  in { name: String => name, age:, role: { id: } }
    [name, age, id]
  in Point(x:, y:)
    x + y
  in Shop::Item[id, [_, last]]
    id + last
  in [*, Symbol => found, *]
    found
  in ^limit | ^(limit + 1) | 1.. | nil
    limit
  in { status: "ok", **others }
    others
  else
    raise NoMatchingPatternError
  end

  value => { config: }
  config if value in { ready: true }

  case value
  when String, Shop::Text then value
  when ->(v) { v > limit } then 1
  when /x/
    $~
  end
end
