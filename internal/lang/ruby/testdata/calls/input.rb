class Report
  def run(user, items)
    total = items.map { |item| item.price * item.count }.sum
    user.account.owner.notify(total, at: Time.now, urgent:, user:)
    self.total = total
    self.class.log("done")
    user&.profile&.save!
    Shop::Mailer.deliver(user)
    Shop::Product.new(name: "x")
    Product.new
    helper
    helper()
    valid? && ready?
    build(items).first.name
    items.each_with_index do |item, index|
      puts item, index
      sum = 0
      sum += index if false
    end
    items.map(&:name)
    items.each { puts it }
    items.sum { _1 + _2 }
    user.send(:touch)
    method(:helper)
    super
    yield total
    @cache[:a] ||= compute
    @cache.fetch(:a) { compute }
    user.name, user.age = "a", 1
    user.count += 1
    Integer("3")
    Math::PI
    ::Top::Level
    -> (x, y = x) { x + y + total }
    lambda { |z| z }.call(1)
    raise ArgumentError, "bad" unless user
    defined?(Foo) && not(bar)
    [helper, *items, **{}]
    { key: helper, "s" => total, helper => 1 }
    items[helper]
    items.(1)
    puts <<~ONE, <<~'TWO'
      one #{total}
    ONE
      two #{total}
    TWO
    $stdout.puts $0
    a = b = compute
    (c, d), *e = pair
    for i in 1..total do use(i) end
    c + d + e + a + b
    total
  rescue Net::Error, Timeout => error
    log(error)
  ensure
    close
  end
end

name = "outer"
[1].each { |n| puts name, n }
def uses_no_outer
  name
end
if __FILE__ == $PROGRAM_NAME
  Report.new.run(name, [])
end
undef uses_no_outer
