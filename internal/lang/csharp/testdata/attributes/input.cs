[assembly: AssemblyTitle("x")]
[module: SkipLocalsInit]

[ApiController, Route("api/[controller]", Name = Routes.Users)]
[Tests.Category(typeof(User))]
public class UsersController<[Key] T> : ControllerBase
{
    [HttpGet("{id}")]
    [return: NotNull]
    [ProducesResponseType<User>(StatusCodes.Status200OK)]
    public User Get([FromRoute] int id, [FromServices, Optional] Store store) => store.Find(id);

    [field: NonSerialized]
    public event EventHandler Changed;

    [Obsolete] [Browsable(false)] int old;

    [JsonProperty("name")]
    public string Name { [DebuggerStepThrough] get; set; }

    [Theory, InlineData(1, "a"), InlineData(2, Other)]
    public void Test(int x, string y) { Func<int> f = [Pure] () => 1; }
}
